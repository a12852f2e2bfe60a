import { type BlockName, type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import { aggregateCalls } from "./aggregate.ts";
import { type ContractCall, callSender } from "./call-dialect.ts";
import { CONTRACT_FAULT, failureOf, NO_STATE, StateUnavailableError } from "./contract-errors.ts";
import type { RpcClient } from "./json-rpc.ts";
import { RpcCallError } from "./rpc-call.ts";

/** If more contracts than this fail at once, the node is at fault. */
const MAX_UNCLEAR = 16;
/** Call to an address without code; if it fails, the node fails every call. */
const NO_CODE: ContractCall = { to: ZERO_ADDRESS, data: "0x", gas: "0x7a120" };

/**
 * Calls contracts at one block, through Multicall3 where the chain has it.
 *
 * @returns Function that sends many calls in few requests, and resolves with the result of each, in order:
 *   `0x` if the contract reverted, failed, or has no code. Rejects with StateUnavailableError if the node
 *   does not have the state of the block, and with RpcCallError if the node failed for another reason,
 *   which is not a result of the contract.
 */
export function ethCalls(rpc: RpcClient, block: BlockName) {
  const plain = plainCalls(rpc, block);
  return async (calls: readonly ContractCall[]): Promise<Hex[]> => {
    const results = await aggregateCalls(rpc, block, calls);
    const left = [...calls.keys()].filter((at) => results[at] === undefined);
    const singles = await plain(left.map((at) => calls[at] as ContractCall));
    for (const [index, at] of left.entries()) {
      results[at] = singles[index];
    }
    return results as Hex[];
  };
}

/** Sends one `eth_call` per call. */
function plainCalls(rpc: RpcClient, block: BlockName) {
  const send = callSender(rpc, block);
  const fail = (call: ContractCall, reason: string): never => {
    StateUnavailableError.throwIf(block, reason);
    throw new RpcCallError(`eth_call of ${call.to} at block ${block.number}: ${reason}`);
  };
  /**
   * Some nodes have one message for every failure. The contract is at fault if it fails again on its own
   * while the node can execute another call at the same block.
   */
  const confirmContractFault = async (call: ContractCall, reason: string): Promise<void> => {
    const [again] = await send([call]);
    const [other] = await send([NO_CODE]);
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
      await confirmContractFault(call, reason);
    }
    return results.map((result) => (result.ok ? (result.value as Hex) : "0x"));
  };
}
