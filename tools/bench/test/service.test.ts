import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serve } from "../../../packages/server/test/support/serve.ts";
import * as clients from "../src/clients.ts";
import { chainkit } from "../src/indexers/chainkit.ts";
import { readChain } from "../src/indexers/indexer.ts";
import { readAll } from "../src/read-all.ts";
import { startBare } from "../src/service/bare.ts";
import { busyChain } from "../src/service/busy-chain.ts";
import { QUICK, THOROUGH } from "../src/service/context.ts";
import { distantNode } from "../src/service/distant-node.ts";
import { addWallet } from "../src/service/made-up-chain.ts";
import { FIRST_READS } from "../src/service/measures/reads.ts";
import { startNode } from "../src/service/node.ts";
import { actionOf } from "../src/service/traffic.ts";

it("what is made up is the same in all versions, whose figures are compared", async () => {
  const efforts = [clients.QUICK, clients.THOROUGH, QUICK, THOROUGH];
  const made: unknown[] = [efforts, FIRST_READS.map(({ pathOf, ...each }) => [each, pathOf(25)])];
  const note = async (...args: unknown[]) => made.push(args) > 0;
  await addWallet({ addBlocks: note, settle: note as never }, 2);
  const contracts = { token: "0x01", collection: "0x02" } as const;
  made.push(Array.from({ length: 12 }, (_, at) => actionOf(at, "0x03", contracts)));
  const block = { number: "0x1f", transactions: ["0xa", "0xb"] };
  const call = async (...args: unknown[]) => (await note(args)) && block;
  const { pathOf } = await busyChain({ contracts, mine: note, call } as never);
  made.push(Array.from({ length: 30 }, (_, at) => pathOf(at)));
  const text = JSON.stringify(made, (_, each) => (typeof each === "bigint" ? `${each}` : each));
  expect(createHash("sha256").update(text).digest("hex")).toMatch(/^bbf3d41198bdf156/);
});

it("a local node mines transactions of each kind, and an indexer says what it lacks of them", async () => {
  const node = await startNode();
  try {
    await node.mine(2, 12);
    const chain = await readChain({ filledNode: async () => ({ ...node, blocks: 3 }) } as never);
    const { transactions, senders, holders, ...rest } = chain;
    const hashes = transactions.filter((hash) => /^0x[0-9a-f]{64}$/.test(hash));
    expect([hashes, senders, holders].map(({ length }) => length)).toEqual([26, 10, 16]);
    expect(rest).toEqual({ url: node.url, ...node.contracts, tip: 3, transfers: 10 });
    const nobody = `0x${"0".repeat(40)}` as const;
    const other = { ...chain, holders: [...holders, nobody], transfers: 0, tip: 4 };
    const folder = await mkdtemp(join(tmpdir(), "chainkit-bench-"));
    const running = await chainkit.start(other, folder);
    await expect.poll(running.missing).toEqual(["4 instead of 5 blocks", `the token of ${nobody}`]);
    await running.stop();
    await node.call("anvil_reorg", 2, []);
    await node.resume();
    await node.mine(1, 12);
  } finally {
    await node.stop();
  }
});

it("a distant node takes its time for a batch", async () => {
  const node = await distantNode([{ block: { number: "0x7" }, receipts: ["r"] }] as never, 40);
  const methods = ["eth_chainId", "eth_blockNumber", "eth_getBlockReceipts", "eth_getLogs"];
  const calls = methods.map((method, at) => ({ id: at, method, params: at < 2 ? [] : ["0x7"] }));
  const from = performance.now();
  const response = await fetch(node.url, { method: "POST", body: JSON.stringify(calls) });
  expect((await response.text()).replaceAll('"jsonrpc":"2.0",', "")).toBe(
    '[{"id":0,"result":"0x1"},{"id":1,"result":"0x7"},{"id":2,"result":["r"]},{"id":3,"result":null}]',
  );
  expect(performance.now() - from).toBeGreaterThan(39);
  await node.close();
});

it("a bare server repeats responses, from memory and from a table", async () => {
  const url = await serve(({ url: path }, response) => {
    response.writeHead(path === "/none" ? 404 : 200, { "x-path": path }).end(`body of ${path}`);
  });
  const folder = await mkdtemp(join(tmpdir(), "chainkit-bench-"));
  for (const table of [undefined, join(folder, "ready.sqlite")]) {
    const bare = await startBare(url, ["/a", "/b"], table);
    const read = async (path: string) => {
      const response = await fetch(bare.url + path);
      return [response.status, response.headers.get("x-path"), await response.text()];
    };
    expect(await read("/b")).toEqual([200, "/b", "body of /b"]);
    expect(await read("/c")).toEqual([404, null, ""]);
    await expect(readAll([`${bare.url}/a`, `${bare.url}/c`])).rejects.toThrow("/c returned 404");
    expect(await bare.cpuSeconds()).toBeCloseTo(1, -1);
    await bare.stop();
    await expect(read("/a")).rejects.toThrow();
  }
  await expect(startBare(url, ["/none"])).rejects.toThrow("/none returned status 404");
});
