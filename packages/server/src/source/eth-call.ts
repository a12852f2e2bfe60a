import { type BlockName, type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import type { RpcClient, RpcResult } from "./json-rpc.ts";

/** A question to a contract. */
export interface ContractCall {
  readonly to: Hex;
  readonly data: Hex;
  /** What the contract may spend on it at most. */
  readonly gas: Hex;
}

/** The node does not have the state of a block, so nothing can be asked as of it. */
export class StateMissing extends Error {
  override readonly name = "StateMissing";

  constructor({ number, hash }: BlockName, reason: string) {
    super(
      `the node has no state of block ${number} (${hash}), so balances cannot be asked for: ` +
        `a node that is no archive keeps that of its last blocks only, often 128 (${reason})`,
    );
  }
}

/** How nodes word it that a contract refused or failed. */
const CONTRACT_FAULT = new RegExp(
  [
    ...["revert", "out ?of ?gas", "oog\\b", "gas uint64", "opcode", "bad instruction", "jump"],
    ...[
      "stack ?(under|over|limit)",
      "write protection",
      "static ?call",
      "return data",
      "call depth",
    ],
    ...["illegal state change", "out of (bounds|offset)", "must not begin with 0xef"],
  ].join("|"),
  "i",
);
/** How they word it that they do not know the block, or do not have its state any more. */
const NO_STATE = new RegExp(
  [
    "missing trie node|archive|pruned|out ?of ?range|unknown block",
    "(header|block|state|resource)\\b.*(not found|not available|unavailable|missing|unknown)",
    "no (historical )?state",
  ].join("|"),
  "i",
);
/** A node that stumbles over more contracts than this at once is itself at fault. */
const MAX_UNCLEAR = 16;
/** There is no contract here: whoever cannot call it cannot call anything. */
const NOBODY: ContractCall = { to: ZERO_ADDRESS, data: "0x", gas: "0x7a120" };

/**
 * Calls contracts, all as of one block.
 *
 * @returns Asks many things in few requests. What each contract returned, in order: `0x` if it
 *   refused, failed, or is no contract. It throws StateMissing if the node does not have the state of
 *   the block, and Error if it cannot say for another reason: that must not be taken for what a
 *   contract says.
 */
export function ethCalls(rpc: RpcClient, block: BlockName) {
  const send = (calls: readonly ContractCall[]) =>
    rpc.batch(
      calls.map((call) => ({ method: "eth_call", params: [call, { blockHash: block.hash }] })),
    );
  const fail = (call: ContractCall, reason: string): never => {
    if (NO_STATE.test(reason)) {
      throw new StateMissing(block, reason);
    }
    throw new Error(`eth_call of ${call.to} at block ${block.number}: ${reason}`);
  };
  /**
   * Some nodes have one wording for whatever goes wrong. It is the contract that failed if it fails
   * again when it is asked alone, while the node is able to make a call as of the same block.
   */
  const makeSure = async (call: ContractCall, reason: string): Promise<void> => {
    const [again] = await send([call]);
    const [other] = await send([NOBODY]);
    if (again?.ok !== false) {
      fail(call, reason);
    }
    if (other?.ok !== true) {
      fail(call, other?.message ?? reason);
    }
  };

  return async (calls: readonly ContractCall[]): Promise<Hex[]> => {
    const results = await send(calls);
    const unclear = new Map<Hex, readonly [ContractCall, string]>();
    for (const [at, call] of calls.entries()) {
      const reason = failureOf(results[at]);
      if (reason !== undefined && !CONTRACT_FAULT.test(reason)) {
        unclear.set(call.to, [call, reason]);
        if (NO_STATE.test(reason) || unclear.size > MAX_UNCLEAR) {
          fail(call, reason);
        }
      }
    }
    for (const [call, reason] of unclear.values()) {
      await makeSure(call, reason);
    }
    return results.map((result) => (result.ok ? (result.value as Hex) : "0x"));
  };
}

function failureOf(result: RpcResult | undefined): string | undefined {
  if (!result?.ok) {
    return result?.message ?? "no answer";
  }
  const { value } = result;
  return typeof value === "string" && /^0x[0-9a-f]*$/i.test(value) ? undefined : "no data";
}
