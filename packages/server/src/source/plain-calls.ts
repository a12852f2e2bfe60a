import type { BlockName, Hex } from "../chain/records.ts";
import {
  type CallFailure,
  type CallOutcome,
  type ContractCall,
  faultOf,
  NO_CODE,
  type SendCalls,
} from "./call-dialect.ts";
import { RpcCallError } from "./rpc-call.ts";

/** Selector of `supportsInterface`, which needs less than 30,000 gas (ERC-165): what needs more is not it. */
export const SUPPORTS_INTERFACE = "0x01ffc9a7";
/** Characters of the selector of a function. */
const SELECTOR_LENGTH = SUPPORTS_INTERFACE.length;

/** If more contracts than this, and most of those that are called, fail at once, the node is at fault. */
const MAX_UNCLEAR = 16;

/** Gas limit of 10 million, with which a revert is believed: what a contract called may have run out of less. */
const SURE_GAS: Hex = "0x989680";
/** Gas limit of 50 million for contracts that run out of less; few nodes allow more. */
const MOST_GAS: Hex = "0x2faf080";
/** Contracts that are called with that much gas at once; others have their turn later. */
const MAX_HEAVY = 16;
/** Greatest number of calls with that much gas in one request. */
const MAX_HEAVY_CALLS = 16;
/** Of a contract that has to wait for its turn. */
const NO_TURN: CallOutcome = { fault: "gas", reason: "out of gas" };

/**
 * Sends one `eth_call` per call. The contracts that fail for another reason than their own are called again with more
 * gas, each on its own.
 *
 * @returns Outcomes in order: `0x` of a contract that failed or has no code.
 */
export async function plainCalls(
  send: SendCalls,
  block: BlockName,
  calls: readonly ContractCall[],
): Promise<CallOutcome[]> {
  const outcomes = await send(calls);
  const called = calls.map((call, at) => ({ call, at, fault: faultOf(outcomes[at]) }));
  const refused = called.filter(({ fault }) => fault === "node");
  const contractsOf = (some: typeof called) => Map.groupBy(some, ({ call }) => call.to);
  const fail = ({ to }: ContractCall, { reason }: CallFailure) => {
    throw new RpcCallError(`eth_call of ${to} at block ${block.number}: ${reason}`);
  };
  const failed = contractsOf(refused).size;
  const last = refused.at(-1);
  if (last && failed > MAX_UNCLEAR && 2 * failed > contractsOf(called).size) {
    fail(last.call, outcomes[last.at] as CallFailure);
  }
  /**
   * Calls one contract with as much gas as the node allows, at first once.
   *
   * @returns Outcomes until one is not the contract's: it stands for the rest.
   */
  const sendHeavy = async (own: readonly ContractCall[]): Promise<CallOutcome[]> => {
    const heavy: CallOutcome[] = [];
    for (let count = 1; heavy.length < own.length; count = MAX_HEAVY_CALLS) {
      const next = own.slice(heavy.length, heavy.length + count);
      heavy.push(...(await send(next.map((call) => ({ ...call, gas: MOST_GAS })))));
      const at = heavy.findIndex(isOpen);
      if (faultOf(heavy[at]) === "node") {
        // A node that refuses a contract has to execute another call at the same block.
        const [other] = await send([NO_CODE]);
        if (typeof other === "object") {
          fail(own[at] as ContractCall, other);
        }
      }
      if (at >= 0) {
        return heavy.slice(0, at + 1);
      }
    }
    return heavy;
  };
  const doubtful = called.filter(
    ({ call, fault }) => fault === "contract" && mayNeedGas(call, SURE_GAS),
  );
  const reverting = await listReverting(
    send,
    doubtful.map(({ call }) => call),
  );
  const open = [
    ...refused,
    ...called.filter(({ call, fault }) => fault === "gas" && mayNeedGas(call, MOST_GAS)),
    ...doubtful.filter(({ call }) => !reverting.has(functionOf(call))),
  ];
  for (const [turn, members] of [...contractsOf(open).values()].entries()) {
    const again = turn < MAX_HEAVY ? await sendHeavy(members.map(({ call }) => call)) : [NO_TURN];
    for (const [index, { at }] of members.entries()) {
      outcomes[at] = again[index] ?? (again.at(-1) as CallOutcome);
    }
  }
  return outcomes.map((outcome) => (faultOf(outcome) === "contract" ? "0x" : outcome));
}

/** Returns the functions, of those that failed, that do so with more gas as well: one call of each is repeated. */
async function listReverting(
  send: SendCalls,
  failed: readonly ContractCall[],
): Promise<ReadonlySet<string>> {
  const samples = [...new Map(failed.map((call) => [functionOf(call), call])).values()];
  const outcomes = await send(samples.map((call) => ({ ...call, gas: SURE_GAS })));
  return new Set(samples.filter((_, at) => faultOf(outcomes[at]) === "contract").map(functionOf));
}

function functionOf({ to, data }: ContractCall): string {
  return to + data.slice(0, SELECTOR_LENGTH);
}

/** Whether a call has not been sent with so much gas, and may need it. */
function mayNeedGas({ data, gas }: ContractCall, most: Hex): boolean {
  return !data.startsWith(SUPPORTS_INTERFACE) && Number(gas) < Number(most);
}

/** Whether there is no result of the contract itself. */
function isOpen(outcome: CallOutcome): boolean {
  return typeof outcome === "object" && outcome.fault !== "contract";
}
