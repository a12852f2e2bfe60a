import { createServer } from "node:http";
import { inspect } from "node:util";
import { listenAt } from "@chainkit/command";
import { afterEach, expect, it, vi } from "vitest";
import { readChain } from "../src/indexers/indexer.ts";
import { startBare } from "../src/service/bare.ts";
import { busyChain } from "../src/service/busy-chain.ts";
import { distantNode } from "../src/service/distant-node.ts";
import { limitedProvider } from "../src/service/limited-provider.ts";
import { addWallet } from "../src/service/made-up-chain.ts";
import { startNode } from "../src/service/node.ts";
import { start } from "../src/service/processes.ts";
import { readMetrics } from "../src/service/service.ts";
import { actionOf } from "../src/service/traffic.ts";

afterEach(() => void vi.useRealTimers());

/** A local node that lists the calls it receives. */
function listingNode(calls: string[]) {
  let block = 0;
  return {
    ...{ url: "", contracts: { token: "0x01", collection: "0x02" } as const, stop: async () => {} },
    async call(...args: unknown[]) {
      calls.push(args.join(" "));
      return {
        number: `0x${block.toString(16)}`,
        transactions: [`a${block}`, `b${block}`],
      } as never;
    },
    async mine(...args: unknown[]) {
      block += 1;
      calls.push(`mine ${args}`);
    },
    resume: async () => void calls.push("resume"),
  };
}

it("the catalogue of what is made up: a wallet, transactions, reads and blocks", async () => {
  const written: unknown[] = [];
  const note = async (...args: unknown[]) => written.push(args) > 0;
  await addWallet({ addBlocks: note, settle: note as never }, 2);
  const wallet = inspect(written, { depth: null, maxArrayLength: 2, maxStringLength: 100 });
  const calls: string[] = [];
  const node = listingNode(calls);
  const actions = Array.from({ length: 12 }, (_, at) => actionOf(at, "0x03", node.contracts));
  const chain = await busyChain(node);
  const paths = Array.from({ length: 30 }, (_, at) => chain.pathOf(at));
  const stop = chain.start();
  await vi.waitUntil(() => calls.includes("resume"));
  await stop();
  const sent = actions.map(({ to, value, input }) => `${to} ${value} ${input}`);
  const texts = [wallet, ...sent, ...paths, ...calls.slice(0, calls.indexOf("resume") + 1)];
  await expect(`${texts.join("\n")}\n`).toMatchFileSnapshot("catalogue/made-up.txt");
});

it("a local node mines transactions of each kind, and goes on after a reorganisation", async () => {
  const node = await startNode();
  try {
    await node.mine(2, 12);
    const chain = await readChain({ filledNode: async () => ({ ...node, blocks: 3 }) } as never);
    const { transactions, senders, holders, ...rest } = chain;
    expect([transactions, senders, holders].map(({ length }) => length)).toEqual([26, 10, 16]);
    expect(rest).toEqual({ url: node.url, ...node.contracts, tip: 3, transfers: 10 });
    await node.call("anvil_reorg", 2, []);
    await node.resume();
    await node.mine(1, 12);
  } finally {
    await node.stop();
  }
});

it("a distant node takes as long for a batch as for a call; a provider limits calls", async () => {
  const blocks = ["0x7", "0x8"].map((number) => ({ block: { number }, receipts: [number] }));
  const node = await distantNode(blocks as never, 40);
  const post = async (url: string, body: unknown) => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
    return [response.status, await response.json()];
  };
  const batch = [
    { id: 0, method: "eth_chainId", params: [], result: "0x1" },
    { id: 1, method: "eth_blockNumber", params: [], result: "0x8" },
    { id: 2, method: "eth_getBlockByNumber", params: ["0x7", true], result: { number: "0x7" } },
    { id: 3, method: "eth_getBlockReceipts", params: ["0x7"], result: ["0x7"] },
    { id: 4, method: "eth_getLogs", params: [{}], result: null },
  ];
  const results = batch.map(({ id, result }) => ({ jsonrpc: "2.0", id, result }));
  const from = performance.now();
  expect(await post(node.url, batch)).toEqual([200, results]);
  expect(await post(node.url, batch[1])).toEqual([200, results[1]]);
  expect(performance.now() - from).toBeGreaterThan(79);
  vi.useFakeTimers({ toFake: ["performance"] });
  const provider = await limitedProvider(node.url, "limited");
  expect(await post(provider.url, Array(100).fill(batch[0]))).toEqual([
    200,
    Array(100).fill(results[0]),
  ]);
  const refusals: unknown[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const [status, body] = await post(provider.url, Array(101).fill(batch[0]));
    refusals.push(Object(Object([body].flat().at(-1)).error).code ?? status);
    vi.advanceTimersByTime(10_000);
  }
  expect(refusals).toEqual([429, 429, 429, -32005, -32007, -32005, 429]);
  expect(provider.counts()).toEqual({ refused: 607, served: 200 });
  provider.stop();
  await node.close();
});

it("programs are started until they say so, asked, and stopped", async () => {
  const note = vi.spyOn(console, "error").mockReturnValue();
  const script = `process.on("message", (m) => process.send([m])); console.error("port 7!");`;
  const { said, ask, stop } = await start(["-e", script], /port (\d)!/, { hasMessages: true });
  expect([said, await ask("hi")]).toEqual(["7", ["hi"]]);
  await stop();
  await stop();
  expect(note).not.toHaveBeenCalled();
  const failing = ["-e", "console.log('a\\nb'); process.exit(3)"];
  await expect(start(failing, /(x)/)).rejects.toThrow(/^-e: b$/);
  await expect(start(["-e", ""], /(x)/)).rejects.toThrow(/^-e: exit code 0$/);
  expect(note.mock.calls.join()).toBe("-e ended by itself: code 3,-e ended by itself: code 0");
});

it("a bare server repeats the responses of a service, of which metrics are added up", async () => {
  const metrics = '# HELP a_total b\na_total{b="c d"} 2\na_total 0.5\nb_total 7\n';
  const server = createServer(({ url }, response) => {
    response.writeHead(url === "/none" ? 404 : 200, { "x-own": url }).end(metrics);
  });
  const peer = await listenAt(server);
  for (const table of [undefined, ":memory:"]) {
    const { url, stop, cpuSeconds } = await startBare(peer.url, ["/metrics"], table);
    const { status, headers } = await fetch(`${url}/metrics`);
    const names = ["x-own", "keep-alive"].map((name) => headers.get(name));
    expect([status, ...names]).toEqual([200, "/metrics", "timeout=65"]);
    expect(["a_total", "b_total", "c"].map((await readMetrics(url)).sum)).toEqual([2.5, 7, 0]);
    expect((await fetch(`${url}/b`)).status).toBe(404);
    expect(await cpuSeconds()).toBeGreaterThan(0.01);
    await stop();
  }
  await expect(startBare(peer.url, ["/none"])).rejects.toThrow("/none returned status 404");
  await peer.close();
});
