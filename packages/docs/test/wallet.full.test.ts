import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { listenAt } from "@chainkit/command";
import { startMock } from "@chainkit/mock";
import { repositoryRoot } from "@chainkit/spec";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { useExtras } from "../../../tools/repo/src/extras/index.ts";
import { guidesFolder } from "../src/guides.ts";
import { useBrowser } from "./browser.ts";

const { path } = await useExtras("guides");
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after" };

const mock = await startMock();
afterAll(mock.close);
/** What the service in front of the mock does next; then it passes requests on. */
let next: "limit" | "hang" | undefined;
let cancelled: Promise<void> | undefined;
const server = createServer(async (request, response) => {
  const turn = next;
  next = undefined;
  if (turn === "limit") {
    const headers = { ...CORS, "content-type": "application/problem+json", "retry-after": "1" };
    response.writeHead(429, headers).end('{"type":"about:blank","title":"Limit","status":429}');
  } else if (turn === "hang") {
    cancelled = new Promise((resolve) => response.once("close", resolve));
  } else {
    const answer = await fetch(mock.url + request.url);
    response.writeHead(answer.status, { ...CORS, "content-type": "application/json" });
    response.end(await answer.text());
  }
});

const service = await listenAt(server);
afterAll(service.close);

const guide = await readFile(join(guidesFolder, "wallet-page.md"), "utf8");
const code =
  /```tsx\n(.*?)```/s.exec(guide)?.[1]?.replace("http://127.0.0.1:4010", service.url) ?? "";
const { outputFiles } = await build({
  stdin: { contents: code, loader: "tsx", resolveDir: join(repositoryRoot, "packages/docs") },
  alias: {
    "@chainkit/address-data": join(repositoryRoot, "packages/address-data/dist/index.js"),
    react: path("react"),
    "react-dom": path("react-dom"),
  },
  bundle: true,
  jsx: "automatic",
  write: false,
});
const page = await (await useBrowser()).newPage();

test("the guide's wallet page shows a rate limit, waits it out, pages and cancels", async () => {
  await page.setContent("<!DOCTYPE html><title>Wallet</title>");
  next = "limit";
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
  await page.getByText("Too many requests. Next attempt in 1 s.").waitFor();
  await page.getByText("336195.56004956 CELR").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.getByRole("listitem").count()).toBe(2);
  const more = page.getByRole("button", { name: "More" });
  await more.click();
  await page.getByText("7416 STORJ").waitFor();
  expect(await page.getByRole("listitem").count()).toBe(3);
  expect(await more.isDisabled()).toBe(true);

  next = "hang";
  await page.getByLabel("Wallet").fill(`0x${"1".repeat(40)}`);
  // Not the promise itself, which would be waited for.
  await expect.poll(() => cancelled !== undefined).toBe(true);
  await page.getByLabel("Wallet").fill("0x6cc5f688a315f3dc28a7781717a9a798a59fda7b");
  await cancelled;
  await page.getByText("121399.99 ENJ").waitFor();
  expect(await page.getByRole("listitem").count()).toBe(2);
});
