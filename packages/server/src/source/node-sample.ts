import type { Hex } from "../chain/records.ts";
import type { Finding } from "./finding.ts";
import { createRpcClient } from "./json-rpc.ts";
import { MULTICALL3 } from "./multicall.ts";
import { nodeSource } from "./node.ts";

/** Node to check, and what is required of it. */
export interface NodeToCheck {
  readonly chain: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rate?: number | undefined;
  /** First block to read; undefined: the latest. */
  readonly from: number | undefined;
}

/** What the latest blocks of a node show about its chain. */
export interface ChainSample {
  readonly head: number;
  readonly secondsPerBlock: number;
  readonly transactionsPerBlock: number;
  /** Blocks with receipts that the node returned per second. */
  readonly blocksPerSecond: number;
  /** Calls that one block took. */
  readonly callsPerBlock: number;
  readonly hasMulticall: boolean;
}

/** Blocks read as a sample, and how many at a time. */
const [SAMPLE_BLOCKS, PARALLEL] = [20, 4];

/** Reads blocks with receipts as `serve` does, to see what the chain needs and what the node allows. */
export async function readSample(
  { chain, url, headers, rate, from }: NodeToCheck,
  head: number,
  note: (level: Finding["level"], text: string) => void,
): Promise<ChainSample | undefined> {
  const rpc = createRpcClient([url], () => {}, { headers, rate });
  const source = nodeSource(rpc);
  if (
    from !== undefined &&
    (await source.block(Math.min(from, head)).catch(() => undefined)) === undefined
  ) {
    note("problem", `block ${from}, at which --from begins, cannot be read with its receipts`);
  }
  rpc.takeUsage();
  const numbers = Array.from({ length: Math.min(SAMPLE_BLOCKS, head + 1) }, (_, at) => head - at);
  const timestamps: number[] = [];
  let transactions = 0;
  const start = performance.now();
  const worker = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const read = await source.block(number);
      if (read === undefined) {
        throw new Error(`block ${number} of ${chain} cannot be read with its receipts`);
      }
      transactions += read.block.transactions.length;
      timestamps.push(Number(read.block.timestamp));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  const seconds = (performance.now() - start) / 1000;
  const calls = Object.values(rpc.takeUsage()).reduce((sum, count) => sum + count, 0);
  const count = timestamps.length;
  const limit = rpc.rate();
  const limited = Number.isFinite(limit) ? `, limited to ${Math.round(limit)} calls/s` : "";
  note(
    "ok",
    `${(count / seconds).toFixed(0)} blocks/s, ${(calls / seconds).toFixed(0)} calls/s${limited}`,
  );
  const code = await rpc.call<Hex>("eth_getCode", MULTICALL3, "latest");
  const hasMulticall = code.length > 2;
  if (!hasMulticall) {
    note("warning", "no Multicall3: a call per balance instead of one per 250");
  }
  const span = Math.max(...timestamps) - Math.min(...timestamps);
  return {
    head,
    secondsPerBlock: span / Math.max(1, count - 1),
    transactionsPerBlock: transactions / count,
    blocksPerSecond: count / seconds,
    callsPerBlock: calls / count,
    hasMulticall,
  };
}
