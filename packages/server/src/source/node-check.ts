import { toQuantity } from "../chain/abi.ts";
import { isChainId, profileOf } from "../chain/profiles.ts";
import { type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import type { RpcBlock } from "../chain/rpc-types.ts";
import { MULTICALL3 } from "./aggregate.ts";
import { createRpcClient } from "./json-rpc.ts";
import { findFailedMethods } from "./needed-methods.ts";
import { nodeSource } from "./node.ts";
import { type RpcNode, rpcNode } from "./rpc-node.ts";

/** Result of one check. */
export interface Finding {
  /** Whether the service works: as it is, with a restriction, or not. */
  readonly level: "ok" | "warning" | "problem";
  readonly text: string;
}

/** Findings about a node; `sample` is absent if its blocks cannot be read. */
export interface NodeReport {
  readonly host: string;
  readonly findings: readonly Finding[];
  readonly sample?: ChainSample;
}

const TIMEOUT_MS = 10_000;
/** Depths at which the state is looked for; 128 is what a full node keeps. */
const STATE_DEPTHS = [0, 16, 128, 1_024, 100_000];
/** Numbers of blocks whose logs are asked for at once. */
const LOG_RANGES = [10_000, 2_000, 500, 100, 10];
/** A range below which to discover the tokens of a wallet takes long. */
const SHORT_RANGE = 500;
/** A block that is later than now by more shows that a clock is wrong. */
const CLOCK_TOLERANCE_SECONDS = 15;
/** Age at which the head is suspicious on every chain. */
const STALE_SECONDS = 300;

/** Notes a finding. */
type Note = (level: Finding["level"], text: string) => void;

/** Checks one node: chain id, methods, history, state, clock and rate. Sends about 70 calls. */
export async function checkNode(wanted: NodeToCheck): Promise<NodeReport> {
  const node = rpcNode(wanted.url, wanted.headers, TIMEOUT_MS);
  const findings: Finding[] = [];
  const note: Note = (level, text) => findings.push({ level, text });
  let sample: ChainSample | undefined;
  try {
    const head = await checkHead(node, wanted.chain, note);
    if (findings.every(({ level }) => level !== "problem")) {
      sample = await readSample(wanted, head, note);
    }
  } catch (error) {
    note("problem", (error as Error).message);
  }
  return { host: node.host, findings, ...(sample && { sample }) };
}

/** Checks a node without reading blocks. @returns The number of its head. @throws Error if it cannot be used. */
async function checkHead(node: RpcNode, chain: string, note: Note): Promise<number> {
  const id = await node.call("eth_chainId");
  const { chainId } = profileOf(chain);
  if (!id.ok) {
    note("problem", `eth_chainId fails: ${id.message}`);
  } else if (isChainId(Number(id.value), chainId)) {
    note("ok", `chain id ${Number(id.value)}`);
  } else {
    throw new Error(`has chain id ${Number(id.value)}; expected ${chainId} (${chain})`);
  }
  const latest = await node.call("eth_getBlockByNumber", "latest", false);
  if (!latest.ok || latest.value === null) {
    throw new Error(`eth_getBlockByNumber fails: ${latest.ok ? "no block" : latest.message}`);
  }
  const { hash, number, timestamp } = latest.value as RpcBlock;
  const failed = await findFailedMethods(node, chain, hash);
  for (const { method, reason, level, effect } of failed) {
    note(level, `${method} fails (${reason}): ${effect}`);
  }
  if (failed.length === 0) {
    note("ok", "has all methods");
  }
  checkClock(timestamp, note);
  await checkState(node, Number(number), note);
  await checkLogs(node, Number(number), note);
  return Number(number);
}

function checkClock(timestamp: Hex, note: Note): void {
  const age = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (Number.isNaN(age)) {
    const text = `the head has the timestamp ${JSON.stringify(timestamp)}; expected a number in hexadecimal`;
    note("problem", text);
  } else if (age < -CLOCK_TOLERANCE_SECONDS) {
    note("warning", `the head is ${-age} s in the future: the clock of this machine is slow`);
  } else if (age > STALE_SECONDS) {
    note("warning", `the head is ${age} s old: the node lags, or the clock is fast`);
  } else {
    note("ok", `the head is ${age} s old`);
  }
}

/** Balances are read at the head, and a little later than that while calls are in flight. */
async function checkState({ call }: RpcNode, head: number, note: Note): Promise<void> {
  const depths = STATE_DEPTHS.filter((depth) => depth < head);
  const results = await Promise.all(
    [...depths, head].map((depth) => call("eth_getCode", ZERO_ADDRESS, toQuantity(head - depth))),
  );
  const held = results.findIndex(({ ok }) => !ok);
  if (held === 0) {
    note("problem", "has no state of its head: balances cannot be read");
  } else if (held === -1) {
    note("ok", "state of every block tried (archive)");
  } else {
    note("ok", `state of the last ${depths[held - 1]} blocks or more`);
  }
}

/** Tokens that a wallet received before the oldest stored block are found in ranges of logs. */
async function checkLogs({ call }: RpcNode, head: number, note: Note): Promise<void> {
  const toBlock = toQuantity(head);
  for (const range of LOG_RANGES) {
    const fromBlock = toQuantity(Math.max(0, head - range + 1));
    const { ok } = await call("eth_getLogs", { fromBlock, toBlock, address: ZERO_ADDRESS });
    if (ok) {
      const calls = Math.ceil((head + 1) / range);
      const text = `eth_getLogs of ${range} blocks at once: discover takes ${calls} calls or more`;
      return note(range < SHORT_RANGE ? "warning" : "ok", text);
    }
  }
  note("warning", "eth_getLogs of 10 blocks fails: discover will not work");
}

/** Node to check, and what is required of it. */
interface NodeToCheck {
  readonly chain: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rate?: number | undefined;
  /** Oldest block to read; undefined: the head. */
  readonly from: number | undefined;
}

/** What the latest blocks of a node show about its chain. */
export interface ChainSample {
  readonly head: number;
  readonly secondsPerBlock: number;
  readonly transactionsPerBlock: number;
  readonly blocksPerSecond: number;
  readonly callsPerBlock: number;
  readonly hasMulticall: boolean;
}

/** Blocks read as a sample, and how many at a time. */
const [SAMPLE_BLOCKS, PARALLEL] = [20, 4];

/** Reads blocks with receipts as `serve` does, to see what the chain needs and what the node allows. */
async function readSample(
  { chain, url, headers, rate, from }: NodeToCheck,
  head: number,
  note: Note,
): Promise<ChainSample> {
  const rpc = createRpcClient([url], () => {}, { headers, rate });
  const source = nodeSource(rpc);
  if (from !== undefined && !(await source.block(Math.min(from, head)).catch(() => undefined))) {
    note("problem", `block ${from}, at which --from begins, cannot be read with its receipts`);
  }
  rpc.takeUsage();
  const numbers = Array.from({ length: Math.min(SAMPLE_BLOCKS, head + 1) }, (_, at) => head - at);
  const blocks: RpcBlock[] = [];
  const start = performance.now();
  const worker = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const read = await source.block(number);
      if (read === undefined) {
        throw new Error(`block ${number} of ${chain} cannot be read with its receipts`);
      }
      blocks.push(read.block);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  const seconds = (performance.now() - start) / 1000;
  const calls = Object.values(rpc.takeUsage()).reduce((sum, count) => sum + count, 0);
  const { length } = blocks;
  const blocksPerSecond = length / seconds;
  const rates = `${blocksPerSecond.toFixed(0)} blocks/s, ${(calls / seconds).toFixed(0)} calls/s`;
  const limit = rpc.rate();
  const limited = Number.isFinite(limit) ? `, limited to ${Math.round(limit)} calls/s` : "";
  note("ok", `${rates}${limited}`);
  const code = await rpc.call<Hex>("eth_getCode", MULTICALL3, "latest");
  const hasMulticall = code.length > 2;
  if (!hasMulticall) {
    note("warning", "no Multicall3: a call per balance instead of one per 250");
  }
  const timestamps = blocks.map(({ timestamp }) => Number(timestamp));
  const span = Math.max(...timestamps) - Math.min(...timestamps);
  return {
    head,
    secondsPerBlock: span / Math.max(1, length - 1),
    transactionsPerBlock: blocks.flatMap(({ transactions }) => transactions).length / length,
    blocksPerSecond,
    callsPerBlock: calls / length,
    hasMulticall,
  };
}
