import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { serve } from "../../../packages/server/test/support/serve.ts";
import * as clients from "../src/clients.ts";
import { chainkit } from "../src/indexers/chainkit.ts";
import { readChain } from "../src/indexers/indexer.ts";
import { spread } from "../src/indexers/taken.ts";
import { readAll } from "../src/read-all.ts";
import { startBare } from "../src/service/bare.ts";
import { busyChain } from "../src/service/busy-chain.ts";
import { QUICK, THOROUGH } from "../src/service/context.ts";
import { distantNode } from "../src/service/distant-node.ts";
import { addWallet } from "../src/service/made-up-chain.ts";
import { FIRST_READS } from "../src/service/measures/reads.ts";
import { startNode } from "../src/service/node.ts";
import { cpuSecondsOf, descendants, readStat } from "../src/service/process-tree.ts";
import { start, until } from "../src/service/processes.ts";
import { actionOf, CREATIONS } from "../src/service/traffic.ts";

// A chain mines at once, which it does after 200 ms otherwise.
vi.mock(import("node:timers/promises"), async (load) => {
  const { setTimeout: wait, setImmediate: now, ...others } = await load();
  const setTimeout: typeof wait = (ms, ...rest) => (ms === 200 ? now(...rest) : wait(ms, ...rest));
  return { ...others, setImmediate: now, setTimeout };
});

it("what is made up is the same in all versions, whose figures are compared", async () => {
  const efforts = [clients.QUICK, clients.THOROUGH, QUICK, THOROUGH];
  const made: unknown[] = [efforts, FIRST_READS.map(({ pathOf, ...each }) => [each, pathOf(25)])];
  const note = async (...args: unknown[]) => made.push(args) > 0;
  await addWallet({ addBlocks: note, settle: note as never }, 2);
  const contracts = { token: "0x01", collection: "0x02" } as const;
  const actions = Array.from({ length: 12 }, (_, at) => actionOf(12_001 * at, "0x03", contracts));
  made.push(actions, CREATIONS);
  const block = { number: "0x1f", transactions: ["0xa", "0xb"] };
  const call = async (...args: unknown[]) => (await note(args)) && block;
  const busy = await busyChain({ contracts, mine: note, call, resume: note } as never);
  made.push(Array.from({ length: 30 }, (_, at) => busy.pathOf(at)));
  const stop = busy.start();
  await expect.poll(() => made.length).toBeGreaterThan(500);
  await stop();
  made.length = 500;
  const text = JSON.stringify(made, (_, each) => (typeof each === "bigint" ? `${each}` : each));
  expect(createHash("sha256").update(text).digest("hex")).toMatch(/^91180c9a0bda113e/);
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

const run = (script: string) => start(["-e", script], /at (\w+)/);

it("a program starts once it says so, and says if it ends by itself", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const { said: place, stop } = await run("console.error('at x'); setInterval(() => {}, 1_000)");
  await stop();
  await stop();
  expect([place, said.mock.calls]).toEqual(["x", []]);
  await expect(run("console.log('a\\nwhy'); process.exit(3)")).rejects.toThrow(/^-e: why$/);
  await expect(run("process.exit(3)")).rejects.toThrow(/^-e: exit code 3$/);
  await run("console.log('at y'); setTimeout(() => process.kill(process.pid), 50)");
  await expect.poll(() => said.mock.lastCall).toEqual(["-e ended by itself: SIGTERM"]);
});

it("what does not come is waited for five minutes", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1e9);
  now.mockReturnValueOnce(0).mockReturnValueOnce(299_999).mockReturnValueOnce(300_000);
  const look = vi.fn(async () => false as const);
  await expect(until("it ends", 1, look)).rejects.toThrow("timed out waiting until it ends");
  expect(look).toHaveBeenCalledOnce();
  now.mockRestore();
});

const entry = (pid: number, parent: number) => ({ pid, parent, ticks: 1 });

it("processor time is read behind a name with spaces and parentheses", () => {
  const line = "7 (a) b (c) S 3 7 7 0 -1 4194560 0 0 0 0 100 20 3 4 20 0 1 0 0 0 0";
  expect(readStat(line)).toEqual({ parent: 3, ticks: 127 });
});

it("processor time includes children of children, and no others", () => {
  const all = [entry(4, 3), entry(1, 0), entry(3, 2), entry(2, 1), entry(5, 1)];
  expect(descendants(all, [2]).map(({ pid }) => pid)).toEqual([2, 3, 4]);
});

it.runIf(process.platform === "linux")(
  "processor time is that of this one, to a tick",
  async () => {
    const { user, system } = process.cpuUsage();
    await wait(20);
    expect(await cpuSecondsOf([process.pid])).toBeGreaterThan((user + system) / 1e6 - 0.03);
  },
);

it("reads transactions of the whole chain, in the order of their hashes", () => {
  const hashes = Array.from({ length: 8 }, (_, at): `0x${string}` => `0x${9 - at}`);
  expect(spread(hashes, 3)).toEqual(["0x3", "0x5", "0x7", "0x9"]);
  expect(spread(hashes, 9)).toEqual(hashes.toReversed());
});
