import { join } from "node:path";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { heldBack } from "../src/cli/status.ts";
import { chainMetrics } from "../src/service/chain-metrics.ts";
import { gaugesOf, readinessOf } from "../src/service/readiness.ts";
import type { ChainReader, StoredExtent } from "../src/store/chain-reader.ts";
import { startServe } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { until } from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { temporaryFolder } from "./support/support.ts";

const TIP = 100;
const reader = {
  tip: async () => ({ number: TIP, hash: "0x01" }),
  extent: async () => ({ isOrphaned: false }) as StoredExtent,
  followerStatus: async () => undefined,
  damage: () => undefined,
} as Partial<ChainReader> as ChainReader;
const followerAt = (head: number) => ({
  status: () => ({ head, settled: undefined, trouble: undefined }),
});
const counts = { pending: 7, setAside: 2, unrecognized: 3, faults: {} };

test.each([
  [TIP, 0, null, true],
  [TIP + 5, 5, null, true],
  [TIP + 6, 6, null, false],
  [TIP - 5, 0, null, true],
  [TIP - 6, 0, "the node is 6 blocks behind the stored blocks", false],
  [5, 0, "the node is 95 blocks behind the stored blocks", false],
])(
  "with the node at block %i and 100 blocks stored, the lag is %i, the trouble %s, and ready is %s",
  async (...row) => {
    const [head, lag, trouble, ready] = row;
    const follower = followerAt(head);
    const chain = { name: "ethereum", reader: { ...reader, counts: async () => counts }, follower };
    const ethereum = { served: TIP, head, lag, trouble, ready };
    expect(await readinessOf([chain], 5)).toEqual({ ready, chains: { ethereum } });
    const registry = new Registry();
    chainMetrics(registry, () => gaugesOf([chain], 5));
    const gauges = (await registry.metrics()).match(/(?<=\{chain="ethereum"\} ).+/g)?.map(Number);
    const behind = Math.max(0, TIP - head);
    expect(gauges).toEqual([lag, Number(ready), Number(trouble !== null), behind, 7, 2, 3]);
  },
);

test("a chain that cannot be read is not ready, and hides neither the others nor their gauges", async () => {
  const trouble = "base.chain.sqlite: database disk image is malformed";
  const fail = async () => {
    throw new Error(trouble);
  };
  const follower = followerAt(TIP);
  const chains = [
    { name: "base", reader: { ...reader, tip: fail }, follower },
    { name: "ethereum", reader: { ...reader, counts: async () => counts }, follower },
    // Imported, and followed by nobody: it has no gauges.
    { name: "bsc", reader },
  ];
  const bsc = { served: TIP, ready: true };
  const base = { served: null, trouble, ready: false };
  const ethereum = { served: TIP, head: TIP, lag: 0, trouble: null, ready: true };
  expect(await readinessOf(chains, 5)).toEqual({ ready: false, chains: { base, ethereum, bsc } });
  expect(await gaugesOf(chains, 5)).toEqual([
    { name: "base", ...base },
    { name: "ethereum", ...ethereum, counts },
  ]);
});

const LEFT = { extent: async () => ({ isOrphaned: true }) as StoredExtent };
const ELSEWHERE = "the node has another chain than the stored one";

/** What another process has stored that follows the chain. */
const stored = (ageSeconds: number) => ({
  followerStatus: async () => ({ ...followerAt(TIP).status(), ageSeconds }),
});
const standby = { follower: { status: () => ({ ...followerAt(7).status(), isStandby: true }) } };

test.each<[string, Partial<ChainReader>, object, trouble: unknown]>([
  ["of which a part is damaged", { damage: () => "malformed" }, {}, "malformed"],
  ["that the node has left", LEFT, {}, ELSEWHERE],
  ["that its own node has left", LEFT, { follower: followerAt(TIP) }, ELSEWHERE],
  ["that another process follows", stored(60.4), standby, null],
  ["that no process follows", stored(60.5), standby, expect.stringMatching(/^no .* for 61 s: /)],
])("a chain %s is served, but ready only without trouble", async (...row) => {
  const [, changes, follower, trouble] = row;
  const chain = { name: "base", reader: { ...reader, ...changes }, ...follower };
  const heads = "follower" in follower ? { head: TIP, lag: 0 } : {};
  const base = { served: TIP, ...heads, trouble, ready: trouble === null };
  expect(await readinessOf([chain], 5)).toEqual({ ready: base.ready, chains: { base } });
});

const state = { ready: false, served: 5 };

test("a chain that is behind, and pending balances, hold it back; a ready one is not held back", () => {
  expect(heldBack({ ...state, lag: 40 }, 0)).toEqual([
    expect.stringMatching(/^it is 40 blocks behind its node: if the number does not fall, /),
  ]);
  expect(heldBack({ ...state, ready: true, lag: 3 }, 5_000)).toEqual([]);
  expect(heldBack({ ...state, ready: true }, 5_001)).toEqual([
    "5001 balances are pending: raise --rpc-rate, or add a node",
  ]);
  expect(heldBack({ ...state, lag: 40, trouble: "node.example: no" }, 0)).toEqual([
    "node.example: no",
  ]);
});

test("status tells what holds a chain of a running service back, and what to do", async () => {
  const chain = await quietChain({ history: 1 });
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
  const data = join(temporaryFolder(), "data");
  const service = await startServe(["--chain", `ethereum=${provider.url}`, "--data", data]);
  const { url } = service;
  await until("it is ready", async () => (await fetch(`${url}/readyz`)).ok);
  const status = ["status", "--data", data, "--service", url];
  expect((await call(status)).output).not.toContain("held back");
  provider.manners.outcome = () => ({ error: { code: -32000, message: "daily limit reached" } });
  await service.until(/chain stalled/);
  await expect
    .poll(async () => (await call(status)).output)
    .toMatch(/^ethereum is held back: .*daily limit reached/m);
  service.child.kill();
  await service.code;
  expect(await call(status)).toMatchObject({
    code: 1,
    output: `chainkit-server: --service: ${new URL(url).host} does not respond\n`,
  });
});
