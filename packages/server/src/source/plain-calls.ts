import { type BlockName, type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import { type ContractCall, callSender, failureOf } from "./call-dialect.ts";
import type { RpcClient } from "./json-rpc.ts";
import { RpcCallError, type RpcResult } from "./rpc-call.ts";

/** Selector of `supportsInterface`, which needs less than 30,000 gas (ERC-165): what needs more is not it. */
export const SUPPORTS_INTERFACE = "0x01ffc9a7";
/** Characters of the selector of a function. */
const SELECTOR_LENGTH = SUPPORTS_INTERFACE.length;

/** If more contracts than this, and most of those that are called, fail at once, the node is at fault. */
const MAX_UNCLEAR = 16;
/** Call to an address without code; if it fails, the node fails every call. */
const NO_CODE: ContractCall = { to: ZERO_ADDRESS, data: "0x", gas: "0x7a120" };

/** Gas limit of 10 million, with which a revert is believed: what a contract called may have run out of less. */
const SURE_GAS: Hex = "0x989680";
/** Gas limit of 50 million for contracts that run out of less; few nodes allow more. */
const MOST_GAS: Hex = "0x2faf080";
/** Contracts that are called with that much gas at once; others have their turn later. */
const MAX_HEAVY = 16;
/** Greatest number of calls with that much gas in one request. */
const MAX_HEAVY_CALLS = 16;
/** Of a contract that has to wait for its turn. */
const NO_TURN: RpcResult = { ok: false, message: "out of gas" };

/** Why there is no result of a contract. */
export interface CallRefusal {
  readonly reason: string;
  /** Whether the contract needs more gas than the node allows. */
  readonly isOutOfGas: boolean;
}

/**
 * Sends one `eth_call` per call. The contracts that fail for another reason than their own are called again with more
 * gas, each on its own.
 *
 * @returns Function that resolves with what each contract returned, in order: `0x` if it failed or has no code.
 */
export function plainCalls(rpc: RpcClient, block: BlockName) {
  const send = callSender(rpc, block);
  const fail = (call: ContractCall, reason: string): never => {
    throw new RpcCallError(`eth_call of ${call.to} at block ${block.number}: ${reason}`);
  };
  const assertNotMost = (calls: readonly ContractCall[], results: readonly RpcResult[]) => {
    const contracts = new Set(calls.map(({ to }) => to)).size;
    const refused = new Set<Hex>();
    for (const [at, call] of calls.entries()) {
      const { fault, reason = "" } = failureOf(results[at]) ?? {};
      if (fault === "node") {
        refused.add(call.to);
        if (refused.size > MAX_UNCLEAR && 2 * refused.size > contracts) {
          fail(call, reason);
        }
      }
    }
  };
  /** Returns the functions, of those that failed, that do so with more gas as well: one call of each is repeated. */
  const listReverting = async (failed: readonly ContractCall[]): Promise<Set<string>> => {
    const samples = [...new Map(failed.map((call) => [functionOf(call), call])).values()];
    const results = await send(samples.map((call) => ({ ...call, gas: SURE_GAS })));
    return new Set(
      samples.filter((_, at) => failureOf(results[at])?.fault === "contract").map(functionOf),
    );
  };
  /**
   * Calls one contract with as much gas as the node allows, at first once.
   *
   * @returns Results until one is not the contract's: it stands for the rest.
   */
  const sendHeavy = async (calls: readonly ContractCall[]): Promise<RpcResult[]> => {
    const results: RpcResult[] = [];
    for (let count = 1; results.length < calls.length; count = MAX_HEAVY_CALLS) {
      const next = calls.slice(results.length, results.length + count);
      results.push(...(await send(next.map((call) => ({ ...call, gas: MOST_GAS })))));
      const at = results.findIndex(isOpen);
      if (at >= 0) {
        await assertNotAll(calls[at] as ContractCall, results[at]);
        return results.slice(0, at + 1);
      }
    }
    return results;
  };
  /** Asserts that a node that refuses a call executes another one at the same block. */
  const assertNotAll = async (call: ContractCall, result: RpcResult | undefined) => {
    if (failureOf(result)?.fault === "node") {
      const [other] = await send([NO_CODE]);
      const ofNode = failureOf(other);
      if (ofNode) {
        fail(call, ofNode.reason);
      }
    }
  };

  return async (calls: readonly ContractCall[]): Promise<(Hex | CallRefusal)[]> => {
    const results = await send(calls);
    assertNotMost(calls, results);
    const called = calls.map((call, at) => ({ call, at, fault: failureOf(results[at])?.fault }));
    const doubtful = called.filter(
      ({ call, fault }) => fault === "contract" && mayNeedGas(call, SURE_GAS),
    );
    const reverting = await listReverting(doubtful.map(({ call }) => call));
    const open = [
      ...called.filter(({ fault }) => fault === "node"),
      ...called.filter(({ call, fault }) => fault === "gas" && mayNeedGas(call, MOST_GAS)),
      ...doubtful.filter(({ call }) => !reverting.has(functionOf(call))),
    ];
    const contracts = [...Map.groupBy(open, ({ call }) => call.to).values()];
    for (const [turn, members] of contracts.entries()) {
      const again = turn < MAX_HEAVY ? await sendHeavy(members.map(({ call }) => call)) : [NO_TURN];
      for (const [index, { at }] of members.entries()) {
        results[at] = again[index] ?? (again.at(-1) as RpcResult);
      }
    }
    return results.map((result) => {
      const failure = failureOf(result);
      if (failure && failure.fault !== "contract") {
        const isOutOfGas = failure.fault === "gas";
        const fault = isOutOfGas ? "it needs more gas" : "the node does not call it";
        return { reason: `${fault}: ${failure.reason}`, isOutOfGas };
      }
      return result.ok ? (result.value as Hex) : "0x";
    });
  };
}

function functionOf({ to, data }: ContractCall): string {
  return to + data.slice(0, SELECTOR_LENGTH);
}

/** Whether a call has not been sent with so much gas, and may need it. */
function mayNeedGas({ data, gas }: ContractCall, most: Hex): boolean {
  return !data.startsWith(SUPPORTS_INTERFACE) && Number(gas) < Number(most);
}

/** Whether there is no result of the contract itself. */
function isOpen(result: RpcResult | undefined): boolean {
  const failure = failureOf(result);
  return failure !== undefined && failure.fault !== "contract";
}
