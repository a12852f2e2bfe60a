import {
  encodeBytes,
  encodeWord,
  orUndefined,
  readBytes,
  readLength,
  readTail,
  readWord,
  toQuantity,
} from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import { type CallOutcome, type ContractCall, faultOf, type SendCalls } from "./call-dialect.ts";
import type { RpcClient } from "./json-rpc.ts";

type SubCall = Pick<ContractCall, "to" | "data">;

/** Address of Multicall3, the same on all chains that have it: https://www.multicall3.com. */
export const MULTICALL3: Hex = "0xca11bde05977b3631167028862be2a173976ca11";

/** `aggregate3((address target, bool allowFailure, bytes callData)[])`. */
const AGGREGATE3 = "0x82ad56cb";
const WORD_BYTES = 32;

/** The precompiled contract of modular exponentiation. */
const MODEXP: Hex = `0x${"5".padStart(40, "0")}`;
/** Modulus size in bytes; with an exponent of 255 bits it costs 1,028,500 gas, or more on newer forks. */
const MODULUS_BYTES = 880n;

/**
 * A sub-call that succeeds only if at least 1,000,000 gas are left: as gas only decreases, every sub-call
 * before it had at least that, and none failed because others used up the gas. It computes nothing,
 * because the modulus is zero.
 */
export const GAS_PROBE: SubCall = {
  to: MODEXP,
  data: `0x${[0n, 32n, MODULUS_BYTES].map(encodeWord).join("")}${"f".repeat(64)}`,
};

/** Encodes a call of `aggregate3` in which sub-calls may fail. */
function encodeAggregate3(calls: readonly SubCall[]): Hex {
  const tuples = calls.map(({ to, data }) => {
    const head = [BigInt(to), 1n, BigInt(3 * WORD_BYTES)].map(encodeWord).join("");
    return head + encodeBytes(data.slice(2));
  });
  let offset = calls.length * WORD_BYTES;
  const offsets = tuples.map((tuple) => {
    const own = encodeWord(BigInt(offset));
    offset += tuple.length / 2;
    return own;
  });
  const list = [BigInt(WORD_BYTES), BigInt(calls.length)].map(encodeWord);
  return `${AGGREGATE3}${[...list, ...offsets, ...tuples].join("")}`;
}

/**
 * Decodes what `aggregate3` returned.
 *
 * @returns The data of each sub-call; undefined of those that failed.
 * @throws AbiError if it is not the result of `count` sub-calls.
 */
function decodeAggregate3(returned: Hex, count: number): (Hex | undefined)[] {
  const digits = returned.slice(2);
  const { start, length } = readTail(digits, 0);
  const complete = readBytes(digits, start, length * WORD_BYTES);
  return Array.from({ length: count }, (_, at) => {
    const tuple = start + readLength(complete, at * WORD_BYTES, digits.length / 2);
    const data = readTail(digits, tuple + WORD_BYTES, tuple);
    const bytes: Hex = `0x${readBytes(digits, data.start, data.length)}`;
    return readWord(digits, tuple) === 0n ? undefined : bytes;
  });
}

/** A call, and its place among all of them. */
type Member = readonly [at: number, call: ContractCall];

/** Calls that are sent as one `eth_call`. */
interface Group {
  readonly members: readonly Member[];
  /** Number of times that the node rejected it, or a group that contained it, for a reason other than gas. */
  readonly refusals: number;
}

const GROUP_SIZE = 250;
/** Calls with a high gas limit also return more data. */
const LARGE_GROUP_SIZE = 20;
/** Gas limit up to which the probe proves that a failed sub-call would also fail on its own. */
const PROBED_GAS = 1_000_000;
/** Gas for the probe, whose cost differs between forks. */
const BASE_GAS = 10_000_000;
const GAS_PER_CALL = 100_000;
const GAS_PER_LARGE_CALL = 2_000_000;
/** Nodes cap the gas of `eth_call`, often at 50 million. */
const MAX_GAS = 50_000_000;
const MAX_REFUSALS = 2;

/**
 * Calls contracts through Multicall3: hundreds of calls in one `eth_call`.
 *
 * A group that runs out of gas, or that the node rejects, is bisected. Calls that still fail are left to
 * plain calls, so that no contract affects the result of another.
 *
 * @returns The result of each call, in order; `0x` if it failed; undefined if a plain call is required,
 *   which is the case for all calls if the chain has no Multicall3.
 * @throws StateUnavailableError if the node does not have the state of the block.
 */
export async function aggregateCalls(
  { traits, batch }: RpcClient,
  send: SendCalls,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const results = new Array<Hex | undefined>(calls.length).fill(undefined);
  if (!traits.hasMulticall && performance.now() >= traits.multicallCheckAt) {
    const [code] = await batch([{ method: "eth_getCode", params: [MULTICALL3, "latest"] }]);
    traits.noteMulticall(code?.ok === true && String(code.value).length > 2);
  }
  if (!traits.hasMulticall) {
    return results;
  }
  const suitable = [...calls.entries()].filter(([, { to }]) => !traits.greedy.has(to));
  let groups: readonly Group[] = [
    ...split(
      suitable.filter((member) => !isLarge(member)),
      GROUP_SIZE,
    ),
    ...split(suitable.filter(isLarge), LARGE_GROUP_SIZE),
  ].map((members) => ({ members, refusals: 0 }));
  while (groups.length > 0) {
    const outcomes = await send(groups.map(({ members }) => aggregate(members)));
    groups = groups.flatMap(({ members, refusals: before }, index) => {
      const found = subResults(outcomes[index], members.length + 1);
      const hasGasLeft = found?.at(-1) !== undefined;
      const open = members.filter((member, place) => {
        const data = found?.[place];
        const isFinal = data !== undefined || (hasGasLeft && !isLarge(member));
        results[member[0]] = isFinal ? (data ?? "0x") : undefined;
        return !isFinal;
      });
      const refusals = found ? before : before + 1;
      if (refusals >= MAX_REFUSALS) {
        traits.noteMulticall(false);
        return [];
      }
      if (open.length > 1) {
        return split(open, Math.ceil(open.length / 2)).map((part) => ({ members: part, refusals }));
      }
      for (const [, { to }] of open) {
        traits.greedy.add(to);
      }
      return [];
    });
  }
  return results;
}

function isLarge([, { gas }]: Member): boolean {
  return Number(gas) > PROBED_GAS;
}

/** One call of Multicall3 for several calls. */
function aggregate(members: readonly Member[]): ContractCall {
  const perCall = members.some(isLarge) ? GAS_PER_LARGE_CALL : GAS_PER_CALL;
  const gas = Math.min(MAX_GAS, BASE_GAS + members.length * perCall);
  const data = encodeAggregate3([...members.map(([, call]) => call), GAS_PROBE]);
  return { to: MULTICALL3, data, gas: toQuantity(gas) };
}

/** Returns the data of the calls of a group: none if it failed, undefined if the node rejected it. */
function subResults(
  outcome: CallOutcome | undefined,
  count: number,
): readonly (Hex | undefined)[] | undefined {
  if (typeof outcome === "string") {
    return orUndefined(() => decodeAggregate3(outcome, count));
  }
  return faultOf(outcome) === "node" ? undefined : [];
}

function split<Item>(items: readonly Item[], size: number): Item[][] {
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, at) => items.slice(at * size, (at + 1) * size));
}
