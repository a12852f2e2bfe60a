import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { listenAt } from "@chainkit/command";
import { startMock } from "@chainkit/mock";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { sampled } from "../../server/test/support/thorough.ts";
import { serveFolder } from "../src/serve.ts";
import { forget, useBrowser } from "./browser.ts";
import { useDocs } from "./site.ts";

/** Operations without effects, of which every third one is tried; each night all. */
const READS = [
  "getTransaction",
  "getBlock",
  "getNft",
  "getErc20Balances",
  "getErc721Balances",
  "getAddressTransactions",
  "getBlockTransactions",
  "getLatestTransactions",
];

const mock = await startMock();
afterAll(mock.close);
const docs = await useDocs();
/**
 * One page for all tests: the browser keeps what it has compiled. Not that of `openPage`: requests that it lets through do
 * not fail by CORS as in a reader's browser.
 */
const page = await (await useBrowser()).newPage();
let complaints: string[];
page.on("console", (message) => {
  if (message.type() === "error") {
    complaints.push(message.text());
  }
});
beforeEach(async () => {
  await forget(page, docs.url);
  complaints = [];
});

/** Opens the page of an operation and sets the base URL, as a reader does. */
async function open(id: string, baseUrl: string, token = "my-token"): Promise<void> {
  await page.goto(`${docs.url}/operations/${id}.html`);
  await choose(baseUrl, token);
}

/** Sets the base URL, and what goes with it, in the settings of the page. */
async function choose(baseUrl: string, token: string): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Base URL").fill(`${baseUrl}/`);
  await page.getByLabel("Token", { exact: true }).fill(` ${token} `);
  await page.getByLabel("Namespace").fill("my-namespace");
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Save" }).click(),
  ]);
}

const send = () => page.getByRole("button", { name: "Send", exact: true }).click();
const status = page.locator(".console [role=status]");
/** Waits until the console says this. */
const said = (text: RegExp) => status.getByText(text).waitFor();

/** A server that treats every request alike. */
async function serverThat(respond: Parameters<typeof createServer>[1]) {
  const { url, close } = await listenAt(createServer(respond));
  return { url, [Symbol.asyncDispose]: close };
}

test("settings rewrite the samples of operations and guides, and outlive the page", async () => {
  await open("getBlock", mock.url, "token-7");
  const sample = page.locator('#samples [data-language="sh"] code');
  expect(await sample.textContent()).toBe(`curl '${mock.url}/v2/ethereum/blocks/17686112'`);
  await page.goto(`${docs.url}/guides/subgraph-tags.html`);
  const code = await page.locator("main .code code").first().textContent();
  expect(code).toContain(`baseUrl: "${mock.url}"`);
  expect(code).toContain('token: "token-7"');
  // As it is written for operators.
  await page.goto(`${docs.url}/guides/moving-endpoints.html`);
  await page.getByText('token: "my-token"').waitFor();
  await page.goto(`${docs.url}/operations/createTag.html`);
  const address = `'${mock.url}/public_api/v1/my-namespace/tags/create-tag'`;
  await page.getByText(address).first().waitFor();
  await page.goto(`${docs.url}/chain-data.html#getblock`);
  await page.getByText(`'${mock.url}/v2/ethereum/blocks/17686112'`).first().waitFor();
  // As in another tab.
  await page.evaluate("sessionStorage.clear()");
  await page.goto(`${docs.url}/guides/subgraph-tags.html`);
  const kept = await page.locator("main .code code").first().textContent();
  expect(kept).toContain(`baseUrl: "${mock.url}"`);
  expect(kept).toContain('token: "my-token"');
  const settings = page.getByRole("button", { name: "Settings" });
  await settings.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator("dialog.settings").waitFor({ state: "detached" });
  await settings.click();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText('baseUrl: "http://127.0.0.1:4010"').first().waitFor();
  expect(complaints).toEqual([]);
});

describe("the console", () => {
  test("shows the response of each operation that reads", async () => {
    await open("getBlock", mock.url);
    for (const id of sampled(READS, 3)) {
      await page.goto(`${docs.url}/operations/${id}.html`);
      await send();
      await said(/^200 OK \d+ ms · [\d.]+ k?B$/);
      expect(await status.locator(".badge").getAttribute("class")).toBe("badge ok");
      await page.getByRole("tabpanel", { name: "Last call" }).locator("pre .p").first().waitFor();
    }
    expect(complaints).toEqual([]);
  });

  test("shows the beginning of a long response", async () => {
    const bodies = [`"é"${" ".repeat(996)}`, "x".repeat(5_000_001)];
    await using service = await serverThat((_, response) => {
      const body = Buffer.from(bodies.shift() ?? "");
      // The second part begins within a character.
      response.setHeader("access-control-allow-origin", "*").write(body.subarray(0, 2));
      setTimeout(() => response.end(body.subarray(2)), 50);
    });
    await open("getBlock", service.url);
    await page.addStyleTag({ content: "#last-call { display: none }" });
    await send();
    await said(/ 1\.0 kB$/);
    expect(await page.locator("#last-call code").textContent()).toBe('"é"');
    await send();
    await said(/ 5000\.\d kB$/);
    const end = "document.querySelector('#last-call code').textContent.slice(4_999_998)";
    expect(await page.evaluate(end)).toBe("xx… (only the first 5000000 characters are shown)");
  });

  test("connects to the origin of the base URL only", async () => {
    await open("getBlock", mock.url);
    await using other = await serverThat((_, response) => {
      response.setHeader("access-control-allow-origin", "*").end("{}");
    });
    const reach = (url: string) =>
      page.evaluate(`fetch(${JSON.stringify(url)}).then(() => true, () => false)`);
    expect(await reach(`${mock.url}/v2/ethereum/blocks/latest`)).toBe(true);
    expect(await reach(other.url)).toBe(false);
  });

  test("says before a request that a service lets no page of another origin manage subgraphs", async () => {
    await open("queryTag", mock.url);
    expect(await status.textContent()).toContain("from no page of another origin");
    await page.goto(`${docs.url}/operations/getBlock.html`);
    expect(await status.textContent()).toBe("");
    expect(await page.getByRole("link", { name: "Explorer" }).count()).toBe(0);
  });

  test("has its server forward what the service lets no page of another origin call", async () => {
    await using service = await serverThat(async (request, response) => {
      const body = (await request.toArray()).join("");
      const { authorization, origin } = request.headers;
      response.setHeader("content-type", "application/json").setHeader("content-encoding", "gzip");
      response.end(gzipSync(JSON.stringify({ url: request.url, authorization, origin, body })));
    });
    const forwarding = await serveFolder(inject("testSite").folder, {
      defaults: async () => ({
        settings: { baseUrl: service.url, token: "token-9" },
        explorerUrl: "http://127.0.0.1/explorer/",
        examplesUrl: "http://127.0.0.1:1234",
        values: { createTag: { subgraph_name: "mine", other: 1 } },
      }),
      forward: { prefix: "/public_api/", baseUrl: async () => service.url },
    });
    try {
      await page.goto(`${forwarding.url}/operations/createTag.html`);
      const explorer = page.getByRole("contentinfo").getByRole("link", { name: "Explorer" });
      expect(await explorer.getAttribute("href")).toBe("http://127.0.0.1/explorer/");
      const sample = /subgraph_name: "mine",\s+version: "1.2.0",/;
      expect(await page.locator("#samples").textContent()).toMatch(sample);
      expect(await status.textContent()).toBe("");
      await send();
      await said(/^200 OK/);
      const response = page.getByRole("tabpanel", { name: "Last call" });
      expect(JSON.parse((await response.locator("pre").textContent()) ?? "")).toEqual({
        url: "/public_api/v1/example-ns/tags/create-tag",
        authorization: "Bearer token-9",
        origin: forwarding.url,
        body: JSON.stringify({ subgraph_name: "mine", version: "1.2.0", tag: "prod" }, null, 2),
      });
      // What every page may call is not forwarded, and this service lets none call it.
      await page.goto(`${forwarding.url}/operations/getBlock.html`);
      await send();
      await said(/^No response http.* CORS/);
      // Guides call a service that has the examples.
      await page.goto(`${forwarding.url}/guides/subgraph-tags.html`);
      const code = page.locator("main .code code").first();
      expect(await code.textContent()).toMatch(/"http:\/\/127\.0\.0\.1:1234".*"my-token"/s);
      // A service that the reader has chosen is called itself.
      await page.goto(`${forwarding.url}/operations/createTag.html`);
      await choose(mock.url, "token-9");
      expect(await status.textContent()).toContain("from no page of another origin");
      await page.goto(`${forwarding.url}/guides/subgraph-tags.html`);
      expect(await code.textContent()).toContain(`"${mock.url}"`);
    } finally {
      await forwarding.close();
    }
  });

  test("sends a write to a service on this machine, and to no other", async () => {
    await open("createTag", mock.url);
    await send();
    await said(/^200 OK/);
    await open("createTag", "https://api.example.com");
    expect(await page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
    await said(/on this machine only/);
  });

  test("cancels a request", async () => {
    await using silent = await serverThat(() => {});
    await open("getBlock", silent.url);
    await send();
    const cancel = page.getByRole("button", { name: "Cancel" });
    await said(/Sending/);
    expect(await page.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
    await cancel.click();
    await status.getByText("Cancelled.").waitFor();
    expect(await cancel.isVisible()).toBe(false);
  });

  test.for([
    [401, "my-token", "bad", / B · token missing or invalid: set a token in/],
    [401, "t", "bad", / B · token missing or invalid: check the token in/],
    [429, "t", "warn", / B · rate limit exceeded: retry after 7 s$/],
    [429, "", "warn", / B · rate limit exceeded$/],
    [500, "t", "bad", /^500 Internal Server Error \d+ ms · 2 B$/],
  ] as const)("explains a %s of the token %j", async ([code, token, kind, text]) => {
    await using refusing = await serverThat((_, response) => {
      const cors = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
      response.writeHead(code, { ...cors, "retry-after": token && "7" }).end("{}");
    });
    await open("getBlock", refusing.url, token || "t");
    await send();
    await status.getByText(text).waitFor();
    expect(await status.locator(".badge").getAttribute("class")).toBe(`badge ${kind}`);
  });

  test("tells a browser that is offline from a service that is not running here", async () => {
    await using service = await serverThat((_, response) => response.end("{}"));
    for (const [baseUrl, text] of [
      ["https://api.example.com", /^No response This browser is offline\.$/],
      // A browser reaches its own machine without a network.
      [service.url, /^No response http.* Is the service running/],
    ] as const) {
      await open("getBlock", baseUrl);
      await page.context().setOffline(true);
      await send();
      await status.getByText(text).waitFor();
      expect(await status.locator(".badge").getAttribute("class")).toBe("badge bad");
      await page.context().setOffline(false);
    }
  });
});
