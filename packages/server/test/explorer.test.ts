import { createAddressDataClient } from "@chainkit/address-data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, startBrowser } from "../../docs/test/browser.ts";
import { type DevService, startDev } from "../src/index.ts";
import { startService } from "./support/support.ts";

const DOCS = "http://127.0.0.1:9/docs?one=1&two";
let service: DevService;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  [service, browser] = await Promise.all([startDev({ docsUrl: DOCS }), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test("a browser shows new blocks and the exact amounts of a call", async () => {
  const { page, strangers, complaints } = await openPage(browser, { origin: service.url });
  await page.goto(service.url);
  expect(page.url()).toBe(service.explorerUrl);
  expect(await page.getByRole("link", { name: "Docs" }).getAttribute("href")).toBe(DOCS);
  const newest = page.getByRole("list", { name: "Latest blocks" }).getByRole("link").first();
  const before = Number((await newest.textContent())?.replaceAll(",", ""));
  const now = async () => Number((await newest.textContent())?.replaceAll(",", ""));
  await expect.poll(now).toBeGreaterThan(before);

  const transactions = await createAddressDataClient({ baseUrl: service.url })
    .getLatestTransactions({ chainName: "ethereum" })
    .toArray({ max: 100 });
  const transfer = transactions.find(({ decoded }) => decoded?.includes('"transfer"'));
  await page.goto(`${service.explorerUrl}#/ethereum/tx/${transfer?.transaction_hash}`);
  // The sample traffic transfers this much of its first token.
  await page.getByText("0.5 TST").first().waitFor();
  await page
    .locator("dt", { hasText: /^From$/ })
    .locator("+ dd")
    .getByRole("link")
    .click();
  await page.getByText("Test Coin").waitFor();
  await page
    .getByRole("link", { name: /^Tile / })
    .first()
    .click();
  await page.getByRole("img", { name: /^Tile / }).waitFor();
  expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] });
});

test("its files are compressed, revalidated and not frameable", async () => {
  const first = await fetch(service.explorerUrl);
  expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(first.headers.get("content-encoding")).toBe("gzip");
  expect(first.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(service.explorerUrl, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  const plain = await fetch(service.explorerUrl, { headers: { "accept-encoding": "identity" } });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toContain("<title>chainkit explorer</title>");
  const font = await fetch(`${service.explorerUrl}geist-latin-wght-normal.woff2`);
  expect(font.headers.get("content-type")).toBe("font/woff2");
  expect((await fetch(`${service.explorerUrl}..%2fspecs`)).status).toBe(404);
  expect((await fetch(`${service.explorerUrl}nothing.js`)).status).toBe(404);
});

test("knows the chains, which of them are local, gateways and documentation", async () => {
  const [ipfsGateway, arweaveGateway] = ["https://ipfs.example/", "https://ar.example/"];
  const other = await startService({ explorer: true, ipfsGateway, arweaveGateway });
  const facts = [service, other].map(async ({ url }) => {
    const page = await (await fetch(`${url}/explorer`)).text();
    return [...page.matchAll(/name="chainkit-\w+" content="(.*?)"/g)].map(([, fact]) => fact);
  });
  expect(await Promise.all(facts)).toEqual([
    ["..", "ethereum", "ethereum", "", "", DOCS.replace("&", "&amp;"), ""],
    ["..", "", "", ipfsGateway, arweaveGateway, "", ""],
  ]);
});

test("responds with 404 on a service without it", async () => {
  const { get } = await startService();
  expect((await get("/explorer/")).status).toBe(404);
});
