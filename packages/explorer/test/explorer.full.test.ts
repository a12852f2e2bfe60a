import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { forget, openPage, useBrowser } from "../../docs/test/browser.ts";
import { altered } from "./kinds.ts";
import { PAGES, SCENES } from "./scenes.ts";
import { sendJson, useSite } from "./site.ts";

const BLOCK = "#/ethereum/block/17686112";
const HASH = "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5";
const WALLET = "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b";
const NFT = "#/ethereum/nft/0xed5af388653567af2f388e6224dc7c4b3241c544/4242";
const pages = ["#/", BLOCK, `#/ethereum/tx/${HASH}`, `#/ethereum/address/${WALLET}`, NFT];

const site = await useSite();
const browser = await useBrowser();
/** One page for all tests: the browser keeps what it has compiled. */
const watched = await openPage(browser, { origin: site.origin });
const { page } = watched;
beforeEach(async () => {
  site.override(() => false);
  await forget(page, site.origin);
  watched.strangers.length = 0;
  watched.complaints.length = 0;
});

const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Opens a page and waits until nothing on it is loading. */
async function open(at: Page, path: string): Promise<void> {
  await at.goto(site.url + path);
  await at.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => at.locator(".loading").count()).toBe(0);
}

/** Returns the body of a response by the last segment of the path; undefined leaves the request to the mock. */
type Body = (name: string, url: URL) => object | undefined;

/** Responds to the paths that match in place of the mock: with 200, or with the status of a problem. */
function respond(...routes: readonly (readonly [path: RegExp, body: Body, headers?: object])[]) {
  site.override((url, response) => {
    const [, bodyOf, headers] = routes.find(([path]) => path.test(url.pathname)) ?? [];
    const body = bodyOf?.(url.pathname.split("/").at(-1) ?? "", url);
    return (
      body !== undefined && sendJson(response, Object(body).status ?? 200, body, { ...headers })
    );
  });
}

const BLOCKS = /^\/v2\/ethereum\/blocks\/\w+$/;
const LISTED = /\/transactions$/;

/** The rules whose result depends on colours and on the width. */
const STYLE_RULES = [
  ...["color-contrast", "link-in-text-block"],
  ...["target-size", "scrollable-region-focusable"],
];

test.each([
  ["light", 1280, undefined],
  ["dark", 320, STYLE_RULES],
] as const)(
  "in %s, %d pixels wide, pages can be read by everybody",
  async (colorScheme, width, runOnly) => {
    const reader = await openPage(browser, { colorScheme, width, origin: site.origin });
    for (const path of pages) {
      await open(reader.page, path);
      await reader.page.evaluate(axe.source);
      // Details of what is in order, and selectors, take twice as long as the rules.
      const rules = runOnly ? {} : { "target-size": { enabled: true } };
      const options = { runOnly, rules, resultTypes: ["violations"], selectors: false };
      const broken = await reader.page.evaluate(
        `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0]?.html))`,
      );
      expect([path, broken]).toEqual([path, []]);
      const wide = await reader.page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect([path, wide]).toEqual([path, 0]);
    }
    expect(reader).toMatchObject({ strangers: [], complaints: [] });
    await reader.page.context().close();
  },
);

describe("the search", () => {
  test("finds a block by keyboard alone", async () => {
    await open(page, "");
    await page.keyboard.press("/");
    await page.keyboard.type("17,686,112");
    await page.keyboard.press("Enter");
    await heading("Block 17,686,112");
    // An effect moves the focus, once the heading is painted.
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
  });

  test("keeps the focus while the page behind it loads", async () => {
    const focused = Promise.withResolvers<void>();
    await page.route(/\/v\d\//, async (route) => {
      await focused.promise;
      await route.continue();
    });
    await page.goto("about:blank");
    await page.goto(site.url);
    await page.getByRole("searchbox").focus();
    focused.resolve();
    await expect.poll(() => page.locator(".loading").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.tagName")).toBe("INPUT");
  });

  test("says what it understands until something else is typed", async () => {
    await open(page, "");
    await page.getByRole("searchbox").fill("hello");
    await page.keyboard.press("Enter");
    await page.getByText("Enter a block number, a transaction hash or an address.").waitFor();
    const field = page.locator("search label");
    expect(await field.getAttribute("class")).toBe("field invalid");
    await page.keyboard.type("/");
    await expect.poll(() => field.getAttribute("class")).toBe("field");
  });
});

test.each([BLOCK, `#/ethereum/address/${WALLET}`])(
  "on a phone, the columns of transactions do not overlap: %s",
  async (path) => {
    const listed = { ...transaction(1), to_address: WALLET, value: "12345678901234567890" };
    respond([LISTED, () => ({ cursor: null, transactions: [listed] })]);
    await page.setViewportSize({ width: 360, height: 800 });
    await open(page, path);
    const row = page.locator("table.lines tbody tr");
    await expect.poll(() => row.locator(".a-sum").textContent()).toBe("12.345678 ETH");
    const overlaps = await row.evaluate(({ cells }: HTMLTableRowElement) => {
      const boxes = [...cells].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
      });
      const overlap = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return boxes.filter((box, at) => boxes.slice(at + 1).some((other) => overlap(box, other)));
    });
    expect(overlaps).toEqual([]);
  },
);

test("the chain is switched, and stays in the links", async () => {
  await open(page, BLOCK);
  await page.getByLabel("Chain").selectOption("polygon");
  await heading("Polygon");
  expect(page.url()).toBe(`${site.url}#/polygon`);
  await expect.poll(() => site.requests.at(-1)).toContain("polygon");
});

test("new blocks appear without a reload", async () => {
  let newest = 100;
  const body: Body = (name) => (name === "99" ? problem(404, "") : { block: block(name, newest) });
  respond([BLOCKS, body]);
  await open(page, "");
  await page.getByText("not loaded").waitFor();
  const first = page.getByRole("list", { name: "Latest blocks" }).getByRole("listitem").first();
  await first.getByRole("link", { name: "100" }).waitFor();
  newest = 102;
  await first.getByRole("link", { name: "102" }).waitFor();
  const fresh = page.locator("li", { has: page.locator(".fresh") }).locator("strong");
  expect(await fresh.allTextContents()).toEqual(["102", "101"]);
  await expect.poll(() => first.textContent()).toMatch(/ago1 transaction$/);
});

test("each of the 20 blocks in the strip is fetched once", async () => {
  site.override(SCENES.honest);
  const before = site.requests.length;
  await open(page, PAGES.home);
  await page.locator("dl.live").getByText("mean of 20 blocks").waitFor();
  const asked = site.requests.slice(before).filter((path) => path.endsWith("/blocks/23184197"));
  expect(asked).toHaveLength(1);
});

/** Fills in what a service says of itself in the page. */
async function say(facts: Readonly<Record<string, string>>): Promise<void> {
  await page.route(/\/explorer\/(images\.html)?$/, async (route) => {
    const answer = await route.fetch();
    let body = await answer.text();
    for (const [name, content] of Object.entries(facts)) {
      body = body.replace(`name="chainkit-${name}" content=""`, () => {
        return `name="chainkit-${name}" content="${content}"`;
      });
    }
    await route.fulfill({ response: answer, body });
  });
}

test("the header leads to the documentation, and says that a chain is local", async () => {
  await say({ docs: `${site.origin}/docs/index.html?one`, chains: "ethereum,base", local: "base" });
  await open(page, "#/base");
  await heading("Base local chain");
  expect(await page.getByLabel("Chain").locator("option:checked").textContent()).toBe(
    "Base · local",
  );
  const places = page.getByRole("navigation", { name: "Site" }).getByRole("link");
  const links = await places.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual([
    `${site.origin}/docs/index.html?one`,
    `${site.origin}/docs/reference.html?one`,
    "#/base",
  ]);
  const paths = [`block/9`, `tx/${HASH}`, `address/${WALLET}`, `nft/${WALLET}/7`, "nonsense/1"];
  for (const path of paths) {
    await open(page, `#/base/${path}`);
    await page.locator("h1", { hasText: /local chain$/ }).waitFor();
  }
  await open(page, "#/ethereum");
  expect(await page.getByText("local chain").count()).toBe(0);
});

test("the hash of a block, looked for as a transaction, leads to the block", async () => {
  respond(
    [BLOCKS, (name) => ({ block: { ...block(name, 9), parent_hash: HASH } })],
    [/./, () => problem(404, "Not here.")],
  );
  await page.goto(`${site.url}#/ethereum/tx/${HASH}`);
  await page.getByText("It is the hash of block 8.").waitFor();
  await page.getByRole("link", { name: "Go to the newest blocks" }).waitFor();
});

test("only the chains that the page names are offered", async () => {
  await say({ chains: "base,polygon" });
  await open(page, "");
  await heading("Base");
  expect(await page.getByLabel("Chain").locator("option").allTextContents()).toEqual([
    "Base",
    "Polygon",
  ]);
  await open(page, "#/ethereum");
  await heading("Ethereum is not served here");
  await page.getByRole("main").getByRole("link", { name: "Polygon" }).click();
  await heading("Polygon");
});

// What is shown of each kind: see the catalogue.
describe("a transaction", () => {
  const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
  test("has a hash that can be copied", async () => {
    site.override(SCENES.honest);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, PAGES.token_call);
    await page.getByRole("button", { name: "Copy the hash" }).click();
    await page.locator("[data-copied][aria-label=Copied]").waitFor();
    const hash = PAGES.token_call.split("/").at(-1);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(hash);
    await page.getByRole("button", { name: "Copy the hash" }).waitFor();
  });

  test("has its addresses whole, but on a phone", async () => {
    site.override(SCENES.honest);
    await open(page, PAGES.approval);
    const values = page.locator("table.args");
    const spender = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
    await values.getByRole("link", { name: spender, exact: true }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await values.getByRole("link", { name: "0x709979…dc79c8", exact: true }).waitFor();
  });

  test("shows what is known, and asks for the token, while its call is being decoded", async () => {
    site.override(SCENES.honest);
    const decoding = Promise.withResolvers<void>();
    await page.route(/\/block\/\d+\/transactions/, async (route) => {
      await decoding.promise;
      await route.continue();
    });
    const asked = page.waitForRequest((each) => each.url().includes(`contract-address=${USDC}`));
    await page.goto(site.url + PAGES.token_call);
    await asked;
    await page.getByRole("row", { name: "value 1,250 USDC 1,250,000,000" }).waitFor();
    await page.getByText("Raw input 68 bytes").waitFor();
    expect(await page.getByText("decoded").count()).toBe(0);
    decoding.resolve();
    await page.getByText("decoded", { exact: true }).waitFor();
  });

  test("whose token cannot be asked is not said to move any", async () => {
    site.override(altered({ transactions: [] }));
    await page.route(/\/erc20/, (route) => route.fulfill({ status: 400, json: {} }));
    await open(page, PAGES.token_call);
    await page.getByText("not decoded").waitFor();
    await page.getByText("Raw input 68 bytes").waitFor();
    expect(await page.getByRole("heading", { name: "Requested transfer" }).count()).toBe(0);
  });

  test("that is not found is looked for on another chain", async () => {
    respond([/\/ethereum\//, () => problem(404, "Not here.")]);
    await page.goto(`${site.url}#/ethereum/tx/${HASH}`);
    await page.getByRole("link", { name: "Look on Polygon" }).click();
    await heading("Transaction Success");
    expect(page.url()).toBe(`${site.url}#/polygon/tx/${HASH}`);
  });
});

test("the reader chooses light or dark, which stays", async () => {
  await open(page, "");
  const ground = () =>
    page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor");
  expect(await ground()).toBe("rgb(255, 255, 255)");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  expect(await ground()).toBe("rgb(12, 19, 18)");
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await ground()).toBe("rgb(12, 19, 18)");
  await page.getByRole("button", { name: "Switch between light and dark" }).click();
  expect(await ground()).toBe("rgb(255, 255, 255)");
});

test("the history loads without end", async () => {
  const all = 60;
  // A busy browser tells of several moments at once: the button may have been out of view in the first.
  const script = await page.addInitScript(() => {
    const Observer = IntersectionObserver;
    globalThis.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback) {
        super((entries, observer) => {
          const before = { isIntersecting: false } as IntersectionObserverEntry;
          callback([before, ...entries], observer);
        });
      }
    };
  });
  respond(
    [/\/transactions\//, () => problem(404, "Not here.")],
    [
      LISTED,
      (_, { searchParams }) => {
        const from = Number(searchParams.get("cursor") ?? 0);
        const end = Math.min(from + Number(searchParams.get("limit")), all);
        const transactions = Array.from({ length: end - from }, (_, at) => transaction(from + at));
        return { cursor: end < all ? String(end) : null, transactions };
      },
    ],
  );
  await open(page, `#/ethereum/address/${WALLET}`);
  const rows = page.getByRole("region", { name: "History" }).getByRole("row");
  expect(await rows.count()).toBeLessThan(all);
  await expect
    .poll(async () => {
      await page.keyboard.press("End");
      return rows.count();
    })
    .toBe(all + 1);
  const card = page.locator(".card", { has: rows.first() });
  const more = page.getByRole("button", { name: "Load more" });
  expect(await card.locator(more).count()).toBe(0);
  // Other lists do so where the reader asks for it.
  await open(page, BLOCK);
  const listed = page.getByRole("region", { name: "Transactions" }).getByRole("row");
  expect(await listed.count()).toBe(25 + 1);
  await more.click();
  await expect.poll(() => listed.count()).toBe(50 + 1);
  await script.dispose();
});

describe("a failure", () => {
  test("of the rate limit counts down and retries", async () => {
    let isLimited = true;
    const busy = () => (isLimited ? problem(429, "Slow down.") : undefined);
    respond([/^\/v2\//, busy, { "retry-after": "2" }]);
    await page.goto(site.url + BLOCK);
    await page.getByText("The service is busy: too many requests.").waitFor();
    await page.getByText("Trying again in 1 s.").waitFor();
    isLimited = false;
    await page.getByText("Fee recipient").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("to find something gives the reason of the service", async () => {
    respond([/latest$/, () => ({ block: block("8", 8) })], [/./, () => problem(404, "No.")]);
    await page.goto(`${site.url}#/ethereum/block/9`);
    await page.getByText("It is not mined yet: the newest block is 8.").waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.goto(`${site.url}#/ethereum/block/x`);
    await page.getByText("The block could not be found: block_number is not valid.").waitFor();
  });

  test.each([
    [{ detail: 7, errors: "none" }, "status 400"],
    [{ detail: "Wrong.", errors: [] }, "Wrong."],
    [{ errors: [{ reason: "is" }, {}, { parameter: "id", reason: "no" }] }, "it is; id no"],
  ])("with the problem %j says why", async (body, reason) => {
    respond([/./, () => ({ status: 400, ...body })]);
    await page.goto(site.url + BLOCK);
    await page.getByText(`The block could not be loaded: ${reason}`, { exact: true }).waitFor();
  });

  test("of the service comes back by itself, all of the page with one success", async () => {
    let newest = 100;
    const isUp = () => respond([BLOCKS, (name) => ({ block: block(name, newest) })]);
    isUp();
    const list = page.getByRole("list", { name: "Latest blocks" });
    await open(page, "");
    await list.getByText("100").waitFor();
    const colours = () =>
      page
        .locator(".dot, .chains [aria-current]")
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
    const live = await colours();
    site.override(SCENES.outage);
    await page.getByText(/cannot be reached\. What you see is from/).waitFor();
    await page.locator("main.stale").waitFor();
    // One banner for all; what was loaded stays.
    expect(await page.locator(".banner").count()).toBe(1);
    // Nothing is as green as what is live.
    const unchanged = async () => (await colours()).filter((colour, at) => colour === live[at]);
    await expect.poll(unchanged).toEqual([]);
    const CLEAR = "rgba(0, 0, 0, 0)";
    expect((await colours()).filter((colour) => colour === CLEAR)).toHaveLength(2);
    await page.getByRole("button", { name: "Try now" }).click();
    await page.getByText("The service still cannot be reached.").waitFor();
    await list.getByText("100").waitFor();
    newest = 105;
    isUp();
    await list.getByText("105").waitFor();
    await page.locator("main:not(.stale)").waitFor();
    expect(await page.locator(".banner").count()).toBe(0);
    await expect.poll(colours).toEqual(live);
    newest = 106;
    await list.getByText("106").waitFor();
  });

  test("of the service from the beginning has no time of what is seen", async () => {
    site.override(SCENES.outage);
    await page.goto(site.url);
    const said = page.locator(".offline p");
    await expect
      .poll(() => said.textContent())
      .toBe("The service still cannot be reached. It is asked again by itself.");
  });

  test("of one list leaves the others, and is asked again by itself", async () => {
    let isDown = true;
    respond([/\/erc20$/, () => (isDown ? problem(503, "Broken.") : undefined)]);
    await page.goto(`${site.url}#/ethereum/address/${WALLET}`);
    await page.getByText("Tokens could not be loaded: Broken.").waitFor();
    await page.getByRole("region", { name: "History" }).waitFor();
    expect(await page.locator("main.stale").count()).toBe(0);
    isDown = false;
    await page.getByText("CelerToken").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("to be online is shown until it is over", async () => {
    await open(page, BLOCK);
    await page.context().setOffline(true);
    await page.getByText("You are offline. What you see is from").waitFor();
    await page.locator("main.stale").waitFor();
    await page.getByRole("button", { name: "Try now" }).click();
    await page.getByText("You are still offline.").waitFor();
    await page.context().setOffline(false);
    await page.locator("main:not(.stale)").waitFor();
    expect(await page.locator(".banner").count()).toBe(0);
  });

  test("to be online can be a mistake of the browser", async () => {
    await open(page, BLOCK);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "onLine", { value: false });
      dispatchEvent(new Event("offline"));
    });
    await page.getByText("You are offline.").waitFor();
    await page.getByRole("button", { name: "Try now" }).click();
    await page.locator("main:not(.stale)").waitFor();
    expect(await page.locator(".banner").count()).toBe(0);
  });
});

describe("images", () => {
  const remote = "https://images.example/1.png";
  const embedded = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
  const show = (image_uri: string) =>
    respond([/\/nfts\//, () => ({ nft: { standard: "erc721", name: "One", image_uri } })]);

  test("within the metadata are shown", async () => {
    show(embedded);
    await open(page, NFT);
    const image = page.getByRole("img", { name: "One" });
    await expect.poll(() => image.evaluate((node) => Object(node).naturalWidth)).toBe(1);
    expect(await page.locator(".under").textContent()).toBe("Image from the metadata");
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
    await page.locator(".nft .placeholder").waitFor();
    await heading("NFT #4242");
    await page.getByRole("link", { name: "Block remote images" }).click();
    await page.getByText("Remote image not loaded").waitFor();
  });

  test("on a content network are loaded through the gateway of the service, which has to be named", async () => {
    show("IPFS://ipfs/bafy/1.png?a#b");
    await say({ ipfs: "http://gateway.example/" });
    await open(page, NFT);
    const reason = "its image is on ipfs://, for which the service names no gateway with https";
    await page.getByText(`Not loaded: ${reason}`).waitFor();
    expect(await page.getByRole("link", { name: "Load remote images" }).count()).toBe(0);
    await say({ ipfs: "https://gateway.example/ipfs/" });
    await page.reload();
    await page.getByRole("link", { name: "Load remote images" }).click();
    const source = "https://gateway.example/ipfs/bafy/1.png%3Fa%23b";
    await expect.poll(() => watched.strangers).toEqual([source]);
  });
});

function problem(status: number, detail: string) {
  return { type: "about:blank", status, detail };
}

function block(name: string, newest: number) {
  const timestamp = "2026-01-01T00:00:00Z";
  const number = name === "latest" ? newest : Number(name);
  return { number, hash: `0x${name}`, timestamp, transaction_count: 1 };
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
