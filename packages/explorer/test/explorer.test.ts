import type { ChainData } from "@chainkit/client";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPage, startBrowser, type Watched } from "../../docs/test/browser.ts";
import { formatAmount } from "../src/format/amount.ts";
import { sendJson, startSite } from "./site.ts";

const BLOCK = "#/ethereum/block/17686112";
const HASH = "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5";
const WALLET = "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b";
const NFT = "#/ethereum/nft/0xed5af388653567af2f388e6224dc7c4b3241c544/4242";
const pages = ["#/", BLOCK, `#/ethereum/tx/${HASH}`, `#/ethereum/address/${WALLET}`, NFT];

let site: Awaited<ReturnType<typeof startSite>>;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

let watched: Watched;
let page: Page;
beforeEach(async () => {
  site.override(() => false);
  watched = await openPage(browser, { origin: site.origin });
  page = watched.page;
});
afterEach(() => page.context().close());

const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Opens a page and waits until nothing on it is loading. */
async function open(at: Page, path: string): Promise<void> {
  await at.goto(site.url + path);
  await at.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => at.locator(".loading").count()).toBe(0);
}

test.each([
  ["light", 1280],
  ["dark", 320],
] as const)("in %s, %d pixels wide, pages can be read by everybody", async (colorScheme, width) => {
  const reader = await openPage(browser, { colorScheme, width, origin: site.origin });
  for (const path of pages) {
    await open(reader.page, path);
    await reader.page.evaluate(axe.source);
    // Details of what is in order, and selectors, take twice as long as the rules.
    const broken =
      await reader.page.evaluate(`axe.run({ resultTypes: ["violations"], selectors: false })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0]?.html))`);
    expect([path, broken]).toEqual([path, []]);
    const wide = await reader.page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect([path, wide]).toEqual([path, 0]);
  }
  expect(reader).toMatchObject({ strangers: [], complaints: [] });
  await reader.page.context().close();
});

describe("a deep link", () => {
  test("opens a transaction with its exact amounts", async () => {
    await open(page, `#/ethereum/tx/${HASH}`);
    const answer = await fetch(`${site.origin}/v2/ethereum/transactions/${HASH}`);
    const { transaction } = (await answer.json()) as ChainData.TransactionResult;
    const exact = `${formatAmount(transaction.value_raw, 18)} ETH`;
    const amount = page.locator("dt", { hasText: /^Amount$/ }).locator("+ dd");
    expect(await amount.textContent()).toBe(exact);
    expect(await page.title()).toContain("Transaction");
  });

  test("to an unknown page says so", async () => {
    await open(page, "#/ethereum/nonsense/1");
    await heading("Nothing here");
    await page.getByRole("link", { name: "Go to the newest blocks" }).click();
    await heading("Newest blocks");
  });
});

describe("the search", () => {
  test.each([
    ["17,686,112", "Block 17,686,112"],
    [HASH, "Transaction"],
    [` ${WALLET} `, "Address"],
  ])("finds %s by keyboard alone", async (text, expected) => {
    await open(page, "");
    await page.keyboard.press("/");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    await heading(expected);
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
  });

  test("says what it understands", async () => {
    await open(page, "");
    await page.getByRole("searchbox").fill("hello");
    await page.keyboard.press("Enter");
    await page.getByText("Enter a block number, a transaction hash or an address.").waitFor();
  });
});

test("the chain is switched, and stays in the links", async () => {
  await open(page, BLOCK);
  await page.getByLabel("Chain").selectOption("polygon");
  await heading("Newest blocks");
  expect(page.url()).toContain("#/polygon");
  await expect.poll(() => site.requests.at(-1)).toContain("polygon");
});

test("new blocks appear without a reload", async () => {
  let newest = 100;
  site.override((url, response) => {
    const [, number] = /^\/v2\/ethereum\/blocks\/(\w+)$/.exec(url.pathname) ?? [];
    return number !== undefined && sendJson(response, 200, { block: block(number, newest) });
  });
  await open(page, "");
  const first = page.getByRole("list", { name: "Newest blocks" }).getByRole("listitem").first();
  await first.getByRole("link", { name: "100" }).waitFor();
  newest = 102;
  await first.getByRole("link", { name: "102" }).waitFor();
});

test("the history loads without end", async () => {
  const all = 60;
  site.override((url, response) => {
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const size = Number(url.searchParams.get("limit"));
    return (
      url.pathname.endsWith("/transactions") &&
      sendJson(response, 200, {
        cursor: from + size < all ? String(from + size) : null,
        transactions: Array.from({ length: Math.min(size, all - from) }, (_, at) =>
          transaction(from + at),
        ),
      })
    );
  });
  await open(page, `#/ethereum/address/${WALLET}`);
  const rows = page.getByRole("region", { name: "History" }).getByRole("row");
  expect(await rows.count()).toBeLessThan(all);
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return rows.count();
    })
    .toBe(all + 1);
  expect(await page.getByRole("button", { name: "Older transactions" }).count()).toBe(0);
});

test("NFTs with the name of their collection are told apart", async () => {
  const nft = (tokenId: string, name: string | null) => ({
    address: "0x1",
    balance: "1",
    ercType: "ERC721",
    tokenId,
    metadata: { name },
  });
  const erc721TokenBalances = [nft("4", "Tiles"), nft("14", "Tiles"), nft("5", "Tile 5")];
  erc721TokenBalances.push(nft("6", null), nft("1".repeat(60), null));
  const listing = { cursor: null, erc721TokenBalances, resultCount: 5 };
  site.override(
    (url, response) => url.pathname.endsWith("/erc721") && sendJson(response, 200, listing),
  );
  await open(page, `#/ethereum/address/${WALLET}`);
  const links = page.locator(".nfts a");
  const names = ["Tiles #4", "Tiles #14", "Tile 5", "#6", "#11111111…111111"];
  expect(await links.allTextContents()).toEqual(names);
});

describe("a failure", () => {
  const problem = (status: number, detail: string) => ({ type: "about:blank", status, detail });

  test("of the rate limit counts down and retries", async () => {
    let isLimited = true;
    site.override((url, response) =>
      isLimited && url.pathname.startsWith("/v2/")
        ? sendJson(response, 429, problem(429, "Slow down."), { "retry-after": "2" })
        : false,
    );
    await page.goto(site.url + BLOCK);
    await page.getByText("The service is busy: too many requests.").waitFor();
    await page.getByText(/^Trying again in [12] s\.$/).waitFor();
    isLimited = false;
    await page.getByText("Fee recipient").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("to find something gives the reason of the service", async () => {
    site.override((_, response) => sendJson(response, 404, problem(404, "No block 9 yet.")));
    await page.goto(`${site.url}#/ethereum/block/9`);
    await page.getByText("The block was not found. No block 9 yet.").waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });

  test("of a parameter gives the reason", async () => {
    const errors = [{ parameter: "walletAddress", reason: "must be 0x and 40 digits" }];
    site.override((_, response) => sendJson(response, 400, { ...problem(400, "Wrong."), errors }));
    await page.goto(`${site.url}#/ethereum/address/0xzz`);
    const reason = "The history could not be loaded: walletAddress must be 0x and 40 digits";
    await page.getByText(reason).waitFor();
  });

  test("of the connection can be tried again", async () => {
    let isDown = true;
    site.override((_, response) => isDown && !response.destroy());
    await page.goto(site.url + BLOCK);
    await page.getByText("The service cannot be reached.").waitFor();
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Fee recipient").waitFor();
  });

  test("to be online is shown until it is over", async () => {
    await open(page, BLOCK);
    await page.context().setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("You are offline.").waitFor({ state: "detached" });
  });
});

describe("images", () => {
  const remote = "https://images.example/1.png";
  const embedded = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  const show = (image_uri: string) =>
    site.override((url, response) =>
      url.pathname.includes("/nfts/")
        ? sendJson(response, 200, {
            nft: {
              token_address: "0x1",
              token_id: "1",
              standard: "erc721",
              name: "One",
              image_uri,
            },
          })
        : false,
    );

  test("within the metadata are shown", async () => {
    show(embedded);
    await open(page, NFT);
    const image = page.getByRole("img", { name: "One" });
    await expect.poll(() => image.evaluate((node) => Object(node).naturalWidth)).toBe(1);
    expect(watched.complaints).toEqual([]);
  });

  test("of other hosts are loaded only when they are switched on", async () => {
    show(remote);
    await open(page, NFT);
    await page.getByText("Remote image not loaded").waitFor();
    // Nor could the page load one if it tried to.
    await page.evaluate(`document.body.append(Object.assign(new Image(), { src: "${remote}" }))`);
    const refused = () => watched.complaints.filter((text) => text.includes(remote)).join();
    await expect.poll(refused).toContain("Content Security Policy");
    expect(watched.strangers).toEqual([]);
    await page.getByRole("link", { name: "Load remote images" }).click();
    await expect.poll(() => watched.strangers).toEqual([remote]);
    await heading("NFT #4242");
    await page.getByRole("link", { name: "Block remote images" }).click();
    await page.getByText("Remote image not loaded").waitFor();
  });
});

function block(number: string, newest: number) {
  return {
    number: number === "latest" ? newest : Number(number),
    hash: `0x${number}`,
    timestamp: "2026-01-01T00:00:00Z",
    transaction_count: 1,
  };
}

function transaction(at: number) {
  return {
    transaction_hash: `0x${at.toString(16).padStart(64, "0")}`,
    block_number: at,
    block_timestamp: "2026-01-01T00:00:00Z",
    from_address: WALLET,
    input: "0x",
    value: "1",
  };
}
