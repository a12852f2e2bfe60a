import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import { estimate } from "../src/cli/check.ts";
import { type DevChain, startDevChain } from "../src/dev/chain.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { nodeSource } from "../src/source/node.ts";
import { checkNode } from "../src/source/node-check.ts";
import { openWriter } from "../src/store/open.ts";
import { run, startServe } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { userWithoutPrivileges } from "./support/other-user.ts";
import { fakeProvider, type Manners, nodeBackend } from "./support/provider.ts";
import { temporaryFolder } from "./support/support.ts";

type Outcome = NonNullable<Manners["outcome"]>;

/** Arguments that check a node, with data in a folder that does not exist. */
function checking(url: string, ...args: readonly string[]): string[] {
  const data = join(temporaryFolder(), "data");
  return ["check", "--data", data, "--chain", `ethereum=${url}`, ...args];
}

const NEAR = { secondsPerBlock: 12, transactionsPerBlock: 100, hasMulticall: true };
const FAST = { secondsPerBlock: 0.01, transactionsPerBlock: 7_000, hasMulticall: true };

test.each([
  [NEAR, 0, false, 936_000_000, 216_000 * 14, 1.2626262626262625],
  [{ ...NEAR, hasMulticall: false }, 100_000, true, 936_000_000, 216_000 * 461, 0],
  [{ ...NEAR, transactionsPerBlock: 7_000 }, undefined, true, 65_520_000_000, 216_000 * 12, 0],
  [FAST, 99_999, false, 15_724_800_000_000, 51_840_000 * 11, Number.POSITIVE_INFINITY],
])("estimates what a chain like %j takes", (more, from, hasWebSocket, ...expected) => {
  const sample = { head: 100_000, callsPerBlock: 2, blocksPerSecond: 1, ...more };
  const found = estimate(sample, { poll: 1_000, sweep: 251 }, from, hasWebSocket);
  const [diskBytesPerDay, callsPerMonth, catchUpDays] = expected;
  expect(found).toEqual({ diskBytesPerDay, callsPerMonth, catchUpDays });
});

describe("check", () => {
  let chain: DevChain;
  beforeAll(async () => {
    chain = await startDevChain({ pauseMs: 0, history: 26 });
  });
  afterAll(() => chain?.close());
  const node = async (manners: Manners) =>
    (await fakeProvider(nodeBackend(chain.rpcUrl), manners)).url;

  test("finds nothing wrong with a node and a folder that is not there yet, and creates none", async () => {
    const data = join(temporaryFolder(), "data");
    const args = ["--data", data, "--chain", `ethereum=${chain.rpcUrl}`, "--from", "0"];
    const { code, output } = await call(["check", ...args]);
    const shown = output.replaceAll(data, "DATA").replaceAll(new URL(chain.rpcUrl).host, "NODE");
    const lines = shown.replaceAll(/\d+(\.\d+)?(e[+-]\d+)?/g, "N").split("\n");
    expect(lines.slice(0, -1)).toEqual([
      "ok       DATA: will be created",
      expect.stringMatching(/^(ok {5}|warning) {2}DATA: N GB free, full after N days$/),
      "ok       ethereum NODE: chain id N",
      "ok       ethereum NODE: has all methods",
      "ok       ethereum NODE: the head is N s old",
      "ok       ethereum NODE: state of every block tried (archive)",
      "ok       ethereum NODE: eth_getLogs of N blocks at once: discover takes N calls or more",
      "ok       ethereum NODE: N blocks/s, N calls/s",
      "warning  ethereum NODE: no MulticallN: a call per balance instead of one per N",
      "estimate ethereum: N GB per day, N million calls per month, N days to catch up",
    ]);
    expect(output).toContain("eth_getLogs of 10000 blocks at once: discover takes 1 calls");
    expect(code).toBe(0);
    expect(existsSync(data)).toBe(false);
  });

  test("names a misspelt variable, as serve does", async () => {
    const env = { CHAINKIT_POL: "1000", CHAINKIT_REDY_LG: "5", CHAINKIT_PO: "x" };
    const { code, output } = await call(checking(chain.rpcUrl), env);
    expect(output).toMatch(/CHAINKIT_POL is no setting .* did you mean .*CHAINKIT_POLL/);
    expect(output).toMatch(/CHAINKIT_REDY_LG is no setting .* did you mean CHAINKIT_READY_LAG\?/);
    expect(output).not.toContain("CHAINKIT_PO ");
    expect(code).toBe(1);
    const misspelt = { CHAINKIT_REDY_LG: "5" };
    const serving = await startServe(checking(chain.rpcUrl).slice(1), misspelt);
    expect(serving.errors()).toMatch(/warning: CHAINKIT_REDY_LG is no setting/);
  });

  test("warns of a folder that other users can read; what the service adds is for its owner alone", async () => {
    const data = temporaryFolder();
    chmodSync(data, 0o755);
    const added = await call(["token", "create", "reader", "--data", data]);
    expect(added.code).toBe(0);
    const file = join(data, "ethereum.chain.sqlite");
    await (await openWriter({ kind: "sqlite", file }, { undoBlocks: 1 })).close();
    for (const name of readdirSync(data)) {
      expect([name, statSync(join(data, name)).mode & 0o777]).toEqual([name, 0o600]);
    }

    const args = ["check", "--data", data, "--chain", `ethereum=${chain.rpcUrl}`];
    const { code, output } = await call(args);
    expect(output).toMatch(/^warning +\S+: \S+ can be read by other users \(mode 755\)/m);
    expect(output).toContain(`run chmod go= '${data}'`);
    expect(code).toBe(0);
    chmodSync(join(data, "management.sqlite"), 0o640);
    const warnings = async () =>
      (await call(args)).output.match(/\S+ can be read .* \(mode \d+\)/g);
    const ofFolder = `${data} can be read by other users (mode 755)`;
    const ofFile = `${join(data, "management.sqlite")} can be read by other users (mode 640)`;
    expect(await warnings()).toEqual([ofFolder, ofFile]);
    chmodSync(data, 0o700);
    expect(await warnings(), "nobody else reaches the file").toBeNull();
  });

  const user = userWithoutPrivileges();
  test.skipIf(user === undefined)("says how a folder that cannot be written can be", async () => {
    const parent = temporaryFolder();
    chmodSync(parent, 0o555);
    const missing = join(parent, "data");
    const said = async (command: string, data: string) => {
      const args = [command, "--data", data, "--chain", `ethereum=${chain.rpcUrl}`];
      const { code, output } = run(args, {}, user);
      return `${await code} ${output()}`;
    };
    const create = `; create it as root: install -d -m 700 -o ${user} '${missing}'`;
    const check = await said("check", missing);
    expect(check).toMatch(/^2 (.*\n)*problem +\S+: cannot be written: EACCES/);
    expect(check).toContain(create);
    expect(await said("serve", missing)).toContain(create);
    expect(await said("check", parent)).toMatch(
      /cannot be written: EACCES.*; run the command as the user who owns the folder$/m,
    );
  });

  test.each([
    [-16, "warning", "the head is 16 s in the future: the clock of this machine is slow"],
    [300, "ok", "the head is 300 s old"],
    [301, "warning", "the head is 301 s old: the node lags, or the clock is fast"],
  ])("samples the latest blocks of a node whose head is %i s old: %s", async (age, level, text) => {
    const source = nodeSource(createRpcClient([chain.rpcUrl]));
    const head = await source.head();
    const timeOf = async (number: number) => Number((await source.header(number))?.timestamp);
    const [first, last] = [await timeOf(head - 19), await timeOf(head)];
    vi.setSystemTime((last + age) * 1_000);
    onTestFinished(() => void vi.useRealTimers());
    const of = { chain: "ethereum", url: chain.rpcUrl, headers: {}, from: 0 };
    const { findings, sample } = await checkNode(of);
    expect(findings).toContainEqual({ level, text });
    expect(sample).toEqual({
      ...{ head, secondsPerBlock: (last - first) / 19, transactionsPerBlock: 1 },
      ...{ callsPerBlock: 2, blocksPerSecond: expect.any(Number), hasMulticall: false },
    });
  });

  /** A node that has another reply to calls of a method with a parameter. */
  const replying = (to: string, of: string, reply: ReturnType<Outcome>): Manners => ({
    outcome: ({ method, params }) => (method === to && params.includes(of) ? reply : undefined),
  });
  test.each([
    [10, "warning", "eth_getLogs of 10 blocks at once: discover takes 20001 calls or more"],
    [500, "ok", "eth_getLogs of 500 blocks at once: discover takes 401 calls or more"],
  ])("asks for logs of fewer and fewer blocks, at last %i", async (most, level, text) => {
    const head = 200_000;
    const counts: number[] = [];
    const { url } = await fakeProvider(() => ({ result: { number: toQuantity(head) } }), {
      chainId: 1,
      outcome({ method, params: [range, block] }) {
        const limit = Object({ eth_getCode: 2_000, eth_getLogs: most })[method];
        const { fromBlock: from = block, toBlock: to = head } = Object(range);
        const count = 1 + Number(to) - Number(from);
        counts.push(...(limit && count > 0 ? [count] : []));
        return count > limit ? { error: { code: -32602, message: "too many" } } : undefined;
      },
    });
    const { findings } = await checkNode({ chain: "ethereum", url, headers: {}, from: undefined });
    const ofLogs = [10_000, 2_000, 500, 100, 10].filter((count) => count >= most);
    expect(counts).toEqual([1, 17, 129, 1_025, 100_001, head + 1, ...ofLogs]);
    expect(findings).toContainEqual({ level: "ok", text: "state of the last 1024 blocks or more" });
    expect(findings).toContainEqual({ level, text });
  });

  const untimed = { number: "0x1", hash: `0x${"11".repeat(32)}`, timestamp: "0x" };
  const unknown = { code: -32601, message: "the method eth_getBlockReceipts does not exist" };
  test.each<[string, Manners | string, [level: string, ...estimated: string[]], RegExp]>([
    ["of another chain", { chainId: 56 }, ["problem"], /has chain id 56; expected 1 \(ethereum\)$/],
    ["at its rate limit", { limit: 0 }, ["problem"], /too many requests$/],
    [
      "whose head has no time",
      replying("eth_getBlockByNumber", "latest", { result: untimed }),
      ["problem"],
      /the head has the timestamp "0x"; expected a number/,
    ],
    ["that is away", "http://127.0.0.1:1/secret-key", ["problem"], /./],
    [
      "without receipts of blocks",
      { outcome: ({ method }) => (/Receipts$/.test(method) ? { error: unknown } : undefined) },
      ["warning", "ethereum"],
      /a call per transaction/,
    ],
    [
      "without the first block",
      replying("eth_getBlockByNumber", "0x5", { result: null }),
      ["problem", "ethereum"],
      /block 5, at which --from begins, cannot be read/,
    ],
  ])("names a node %s", async (_, manners, expected, text) => {
    const url = typeof manners === "string" ? manners : await node(manners);
    const { code, output } = await call(checking(url, "--from", "5", "--json"));
    const { findings, estimates } = JSON.parse(output);
    const [level, ...estimated] = expected;
    const place = `ethereum ${new URL(url).host}`;
    const finding = { area: "nodes", place, level, text: expect.stringMatching(text) };
    expect(findings).toContainEqual(finding);
    expect(output).not.toContain("secret-key");
    expect([code, Object.keys(estimates)]).toEqual([level === "problem" ? 3 : 0, estimated]);
  });
});
