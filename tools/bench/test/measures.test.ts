import { createHash } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, expect, it, vi } from "vitest";
import { serve } from "../../../packages/server/test/support/serve.ts";
import { measureBare, measureIndexer } from "../src/indexers/index.ts";
import type { BenchContext } from "../src/service/context.ts";
import { ingest } from "../src/service/measures/ingest.ts";
import { reads } from "../src/service/measures/reads.ts";
import { soak } from "../src/service/measures/soak.ts";
import type { Engine } from "../src/store.ts";

/** What the measures start and request, in order, and a clock that moves with it. */
const done: string[] = [];
const asked: string[] = [];
/** Connections of those that do not say who they are, as `fetch` does. */
const sockets = new Set<unknown>();
const clock = { now: 0, blocks: 0, url: "", statuses: [200, 400, 404, 503] };
const note = (args: readonly string[]) =>
  void done.push(args.map((arg) => basename(arg).replace(/:\d+$/, "")).join(" "));
const stop = async () => note(["stop"]);

vi.mock(import("node:child_process"), async (load) => ({
  ...(await load()),
  execFile: ((_: string, [, ...args]: string[], __: object, end: (error: null) => void) => {
    note(args);
    clock.now += 1_000 * args.length;
    end(null);
  }) as never,
}));
vi.mock(import("../src/service/processes.ts"), async (load) => ({
  ...(await load()),
  start: async (args, _, options = {}) => {
    note([...args, JSON.stringify(options)]);
    clock.blocks = 0;
    const ask = async (message: unknown) => {
      clock.now += 100;
      const replies = { cpu: clock.now, heap: 5e6 };
      return (replies[message as "cpu" | "heap"] ?? `${clock.url}/bare`) as never;
    };
    return { pid: 1, said: clock.url, ask, stop };
  },
}));
vi.mock(import("../src/service/process-tree.ts"), () => ({
  usageOf: async (pids) => ({
    cpuSeconds: 1.5 * clock.now++,
    bytes: pids.length * 1e6 - clock.now,
  }),
  cpuSecondsOf: async () => clock.now++,
}));
vi.mock(import("../src/service/made-up-chain.ts"), async (load) => ({
  ...(await load()),
  writeWallets: async (to, count) => note([to.kind, Object.values(to).at(-1) ?? "", String(count)]),
}));
vi.mock(import("../../../packages/server/test/support/postgres/server.ts"), () => ({
  startPostgres: async () => ({ url: "postgres://all", folder, stop }) as never,
}));
vi.mock(import("../src/service/node.ts"), () => ({
  startNode: async () => ({ url: "node", stop }) as never,
}));
vi.mock(import("../src/service/busy-chain.ts"), () => ({
  busyChain: async () => {
    const pathOf = (count: number) => `/${clock.statuses[count % 4]}`;
    return { head: () => 4, start: () => stop, pathOf };
  },
}));
vi.mock(import("@chainkit/server/signed-copies"), () => ({
  *signedCopies(blocks, copies, first) {
    yield* Array(copies).fill(blocks).flat();
    note([`copies from ${first}`]);
  },
}));

const folder = join(await mkdtemp(join(tmpdir(), "chainkit-bench-")), "data");
const mainnet = join(folder, "../mainnet");
await mkdir(mainnet);
await mkdir(join(folder, "base/1"), { recursive: true });
await writeFile(join(folder, "base/1/rows"), Buffer.alloc(3_000_000));
await writeFile(join(folder, "postmaster.pid"), "7\nmore");
for (const number of [5, 6, 8, 9, 10, 11]) {
  const block = { number, transactions: Array(number).fill(0) };
  const content = gzipSync(JSON.stringify([{ block, receipts: [] }]));
  await writeFile(join(mainnet, `${number}.json.gz`), content);
}
const times = { rounds: 1, firstReads: 2, imports: 3, copies: 2, reads: 2, warmUp: 0.25 };
const sizes = { nodeBlocks: 2, perBlock: 3, realFiles: 3, soakMinutes: 0.005, soakSample: 0.15 };
const context = {
  effort: { ...times, ...sizes },
  folder: async () => folder,
  filledNode: async () => ({ url: "node", blocks: 3 }),
} as unknown as BenchContext;

beforeEach(async () => {
  clock.now = 10;
  done.length = 0;
  clock.url = await serve(async (request, response) => {
    const { url = "", method, headers, socket } = request;
    if (url !== "/metrics") {
      asked.push(url + (await request.toArray()).join(""));
      clock.now += method === "POST" ? 90 : 0;
      headers["user-agent"] || sockets.add(socket);
      return response.writeHead(Number(/^\/(\d{3})/.exec(url)?.[1] ?? 200)).end("body");
    }
    note([...asked.splice(0).sort(), `over ${sockets.size} connections`]);
    sockets.clear();
    clock.now += 125;
    clock.blocks += 4;
    const reorgs = ["a", "b"].map((chain) => `chainkit_reorgs_total{chain="${chain}"} 1`);
    const used = `process_cpu_seconds_total ${clock.now}\nprocess_resident_memory_bytes 7e6`;
    return response.end([...reorgs, `chainkit_blocks_total ${clock.blocks}`, used].join("\n"));
  });
});

/** Measures an indexer that has caught up the second time that it is asked. */
function indexer(name: string, ours: object, ...lacking: readonly string[]) {
  const start = async (_: unknown, place: string) => {
    note([place]);
    const urlOf = (record: string | number) => `${clock.url}/${record}`;
    const isCaughtUp = async () => done.push("poll") % 2 === 1;
    const missing = async () => lacking;
    return { pid: 4, api: { transaction: urlOf, page: urlOf }, stop, isCaughtUp, missing };
  };
  const chain = Promise.resolve({ tip: 3, transactions: ["0x3", "0x2", "0x1", "0x4", "0x5"] });
  const [taken, engine] = name.split(", ");
  const measure = measureIndexer({ name: taken, start } as never, engine as Engine);
  return measure({ context, chain, ours } as never);
}

const like = { "wall s": 0.003, "processor s": 4.5, "memory MB": 2, "disk MB": 3 };
const bare = (seconds: number) =>
  measureBare({ chain: { url: clock.url, tip: 9 }, ours: { "wall s": seconds } } as never);

it.each([
  ["ours, as fast as it is to be", () => indexer("chainkit, SQLite", {}), "81271c4f420cc918"],
  ["ours with another engine", () => indexer("chainkit, PostgreSQL", like), "9a1830c430a92960"],
  ["another one, with more memory", () => indexer("other, PostgreSQL", like), "cbfed08a72de8b9c"],
  ["one that lacks something", () => indexer("other, PGlite", {}, "a", "b"), "c2922bf9d32ac147"],
  ["reads of two engines", () => reads(context), "2672e48a9552a3fe"],
  ["imports, and nodes near and far", () => ingest(context), "2b6b66aa3b00f68e", mainnet],
  ["a node, without real blocks", () => ingest(context), "b51e08e3653180c2"],
  ["blocks fetched bare in 0.9 of the time", () => bare(1), "223b220d6a6b7cf8"],
  ["blocks fetched bare in less", () => bare(1.01), "915bdef66a66210f"],
])("measures %s in all versions alike", async (_, measure, wanted, real = "/nowhere") => {
  vi.stubEnv("CHAINKIT_MAINNET", real);
  vi.spyOn(console, "error").mockImplementation((text) => note([text]));
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.spyOn(performance, "now").mockImplementation(() => clock.now);
  const cpu = () => ({ user: clock.now * 1_000, system: clock.now * 500 });
  vi.spyOn(process, "cpuUsage").mockImplementation(cpu);
  const all = JSON.stringify([await measure(), done, asked.splice(0).sort()]);
  vi.restoreAllMocks();
  expect(createHash("sha256").update(all).digest("hex").slice(0, 16)).toBe(wanted);
});

it("soak reads at a constant rate, and accepts no other status", async () => {
  const [memory] = await soak(context);
  expect(memory?.values).toEqual({ rss: 7, heap: 5, blocks: 24, reorgs: 2 });
  // The samples are taken while it reads.
  expect(done.filter((each) => /200.*over/.test(each)).length).toBeGreaterThan(1);
  expect(memory?.detail?.match(/15 × (200|400|404|503)|\n/g)).toHaveLength(4 + 6);
  clock.statuses[1] = 500;
  await expect(soak(context)).rejects.toThrow("15 reads returned status 500");
});
