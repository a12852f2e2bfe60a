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
import type { BlockName, Hex } from "../chain/records.ts";
import { type ContractCall, callSender, failureOf } from "./call-dialect.ts";
import type { RpcClient } from "./json-rpc.ts";
import type { RpcResult } from "./rpc-call.ts";

type SubCall = Pick<ContractCall, "to" | "data">;

interface SubResult {
  readonly success: boolean;
  readonly data: Hex;
}

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
 * Decodes the result of `aggregate3`.
 *
 * @throws AbiError if it is not the result of `count` sub-calls.
 */
function decodeAggregate3(returned: Hex, count: number): SubResult[] {
  const digits = returned.slice(2);
  const { start, length } = readTail(digits, 0);
  const complete = readBytes(digits, start, length * WORD_BYTES);
  return Array.from({ length: Math.max(count, length) }, (_, at) => {
    const tuple = start + readLength(complete, at * WORD_BYTES, digits.length / 2);
    const data = readTail(digits, tuple + WORD_BYTES, tuple);
    return {
      success: readWord(digits, tuple) !== 0n,
      data: `0x${readBytes(digits, data.start, data.length)}`,
    };
  });
}

/** Calls that are sent as one `eth_call`. */
interface Group {
  readonly members: readonly number[];
  /** Number of times that the node rejected it, or a group that contained it, for a reason other than gas. */
  readonly refusals: number;
}

const GROUP_SIZE = 250;
/** Calls with a high gas limit also return more data. */
const LARGE_GROUP_SIZE = 20;
/** Gas limit up to which the probe proves that a failed sub-call would also fail on its own. */
const PROBED_GAS = 1_000_000n;
/** Gas for the probe, whose cost differs between forks. */
const BASE_GAS = 10_000_000n;
const GAS_PER_CALL = 100_000n;
const GAS_PER_LARGE_CALL = 2_000_000n;
/** Nodes cap the gas of `eth_call`, often at 50 million. */
const MAX_GAS = 50_000_000n;
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
  rpc: RpcClient,
  block: BlockName,
  calls: readonly ContractCall[],
): Promise<(Hex | undefined)[]> {
  const results = new Array<Hex | undefined>(calls.length).fill(undefined);
  const { traits } = rpc;
  await lookForMulticall(rpc);
  if (!traits.hasMulticall) {
    return results;
  }
  const suitable = [...calls.keys()].filter(
    (at) => !traits.greedy.has((calls[at] as ContractCall).to),
  );
  const isLarge = (at: number) => BigInt((calls[at] as ContractCall).gas) > PROBED_GAS;
  let groups = [
    ...split(
      suitable.filter((at) => !isLarge(at)),
      GROUP_SIZE,
    ),
    ...split(suitable.filter(isLarge), LARGE_GROUP_SIZE),
  ].map((members): Group => ({ members, refusals: 0 }));
  const send = callSender(rpc, block);
  while (groups.length > 0) {
    const replies = await send(groups.map(({ members }) => aggregate(calls, members)));
    groups = groups.flatMap((group, at) => {
      const { members, isRefused } = takeResults(calls, group, replies[at], results);
      const refusals = group.refusals + (isRefused ? 1 : 0);
      if (refusals >= MAX_REFUSALS) {
        traits.noteMulticall(false);
        return [];
      }
      if (members.length <= 1) {
        for (const member of members) {
          traits.greedy.add((calls[member] as ContractCall).to);
        }
        return [];
      }
      const half = Math.ceil(members.length / 2);
      return split(members, half).map((part) => ({ members: part, refusals }));
    });
  }
  return results;
}

async function lookForMulticall({ traits, batch }: RpcClient): Promise<void> {
  if (traits.hasMulticall || performance.now() < traits.multicallCheckAt) {
    return;
  }
  const [code] = await batch([{ method: "eth_getCode", params: [MULTICALL3, "latest"] }]);
  traits.noteMulticall(code?.ok === true && String(code.value).length > 2);
}

/** One call of Multicall3 for several calls. */
function aggregate(calls: readonly ContractCall[], members: readonly number[]): ContractCall {
  const own = members.map((at) => calls[at] as ContractCall);
  const isLarge = own.some(({ gas }) => BigInt(gas) > PROBED_GAS);
  const wanted = BASE_GAS + BigInt(own.length) * (isLarge ? GAS_PER_LARGE_CALL : GAS_PER_CALL);
  const gas = wanted < MAX_GAS ? wanted : MAX_GAS;
  const data = encodeAggregate3([...own, GAS_PROBE]);
  return { to: MULTICALL3, data, gas: toQuantity(gas) };
}

/** Stores the results of a group. @returns The members without a result. */
function takeResults(
  calls: readonly ContractCall[],
  { members }: Group,
  reply: RpcResult | undefined,
  results: (Hex | undefined)[],
): { readonly members: readonly number[]; readonly isRefused: boolean } {
  const failure = failureOf(reply);
  if (failure) {
    return { members, isRefused: failure.fault === "node" };
  }
  const returned = reply?.ok ? (reply.value as Hex) : "0x";
  const found = orUndefined(() => decodeAggregate3(returned, members.length + 1));
  if (!found) {
    return { members, isRefused: true };
  }
  const hasGasLeft = found.at(-1)?.success === true;
  const open = members.filter((at, index) => {
    const isFinal = hasGasLeft && BigInt((calls[at] as ContractCall).gas) <= PROBED_GAS;
    const result = found[index];
    if (result?.success || isFinal) {
      results[at] = result?.success ? result.data : "0x";
      return false;
    }
    return true;
  });
  return { members: open, isRefused: false };
}

function split<Item>(items: readonly Item[], size: number): Item[][] {
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, at) => items.slice(at * size, (at + 1) * size));
}
