import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium as browsers } from "playwright-core";
import { expect, test } from "vitest";
import { useExtras } from "../../../tools/repo/src/extras/index.ts";

const page = `
import { createChainkit } from "@chainkit/client";
import { setupWorker } from "msw/browser";
import { handlers, inTurn, notFound, rateLimited, example } from "./src/index.ts";

export async function run() {
  const baseUrl = "/api";
  const getTransaction = inTurn(rateLimited(0), example());
  const responses = { chainData: { getTransaction, getNft: notFound() } };
  const worker = setupWorker(...handlers({ baseUrl, responses }));
  await worker.start({ quiet: true });
  const { chainData, addressData } = createChainkit({ baseUrl, retry: { baseDelayMs: 1 } });
  const wallet = { chainName: "ethereum", walletAddress: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b" };
  const block = await chainData.getBlock({ chain_name: "ethereum", block_number: "17686112" });
  const hash = "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5";
  const { transaction } = await chainData.getTransaction({ chain_name: "base", transaction_hash: hash });
  const nft = { chain_name: "base", collection_address: "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b", token_id: "1" };
  const missing = await chainData.getNft(nft).result();
  const refused = await fetch("/api/v2/ethereum/blocks/abc");
  return {
    number: block.block.number,
    transaction: transaction.transaction_hash.length,
    balances: (await addressData.getErc20Balances(wallet).toArray()).length,
    missing: missing.error.status,
    refused: (await refused.json()).errors[0].parameter,
  };
}
`;

test("the handlers work in Chromium, behind a service worker", async () => {
  const folder = new URL("..", import.meta.url);
  const { outputFiles } = await build({
    stdin: { contents: page, resolveDir: fileURLToPath(folder), loader: "ts" },
    ...{ bundle: true, format: "esm", write: false, logLevel: "silent" },
  });
  const worker = await readFile(fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js")));
  const files: Record<string, [string, string | Buffer]> = {
    "/": ["text/html", "<!doctype html><title>test</title>"],
    "/main.js": ["text/javascript", outputFiles[0]?.text ?? ""],
    "/mockServiceWorker.js": ["text/javascript", worker],
  };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const [type, body] = files[request.url ?? ""] ?? [];
    response.writeHead(body ? 200 : 404, { "content-type": type ?? "text/plain" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { default: chromium } = (await useExtras("browser")).load<{
    default: { args: readonly string[]; executablePath(): Promise<string> };
  }>("@sparticuz/chromium");
  const browser = await browsers.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((each) => each !== "--single-process"),
  });
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await tab.evaluate('import("/main.js").then(({ run }) => run())')).toEqual({
      ...{ number: 17686112, transaction: 66, balances: 3, missing: 404, refused: "block_number" },
    });
    expect(requests.filter((url) => url.startsWith("/api"))).toEqual([]);
  } finally {
    await browser.close();
    server.close();
  }
});
