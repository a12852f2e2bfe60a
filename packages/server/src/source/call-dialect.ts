import { toQuantity } from "../chain/abi.ts";
import { type BlockName, type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import type { RpcClient } from "./json-rpc.ts";
import type { CallTraits, RpcResult } from "./rpc-call.ts";

/** What a node says of a contract that ran out of gas; one that reverted may say it, too. */
const OUT_OF_GAS = /^(?!execution reverted).*(out ?of ?gas|oog\b)/is;

/** Error messages of nodes for a contract that reverted or failed. */
const CONTRACT_FAULT = new RegExp(
  [
    ...["revert", "out ?of ?gas", "oog\\b", "gas uint64", "opcode", "bad instruction", "jump"],
    ...["stack ?(under|over|limit)", "write protection", "static ?call", "call depth"],
    ...["illegal state change", "out of (bounds|offset)", "must not begin with 0xef"],
    // What a contract reverted with.
    "err: 0x",
  ].join("|"),
  "i",
);

/** Error messages of nodes that do not know a block, or no longer have its state. */
const NO_STATE = new RegExp(
  [
    "missing trie node|archive|pruned|out ?of ?range|unknown block",
    "(header|block|state|resource)\\b.*(not found|not available|unavailable|missing|unknown)",
    "no (historical )?state",
  ].join("|"),
  "i",
);

/** Thrown if the node does not have the state of a block, so that no contract can be called at it. */
export class StateUnavailableError extends Error {
  override readonly name = "StateUnavailableError";
}

/** Why an `eth_call` returned no data. */
export interface CallFailure {
  /** Who is responsible: the contract, the gas that it was given, the node, or the node for want of the block's state. */
  readonly fault: "contract" | "gas" | "node" | "state";
  readonly reason: string;
}

/** What came of an `eth_call`: the data that were returned, or why there are none. */
export type CallOutcome = Hex | CallFailure;

function outcomeOf(result: RpcResult): CallOutcome {
  if (result.ok) {
    const { value } = result;
    const isData = typeof value === "string" && /^0x[0-9a-f]*$/i.test(value);
    return isData ? (value as Hex) : { fault: "node", reason: "no data" };
  }
  const { message: reason } = result;
  if (OUT_OF_GAS.test(reason)) {
    return { fault: "gas", reason };
  }
  const nodeFault = NO_STATE.test(reason) ? "state" : "node";
  return { fault: CONTRACT_FAULT.test(reason) ? "contract" : nodeFault, reason };
}

/** Returns who is responsible for a call without data; undefined if there are data. */
export function faultOf(outcome: CallOutcome | undefined): CallFailure["fault"] | undefined {
  return typeof outcome === "object" ? outcome.fault : undefined;
}

export interface ContractCall {
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: Hex;
}

/** Gas that every node allows. */
const MIN_GAS = 500_000;
/** Call to an address without code, which every node that can execute calls executes. */
export const NO_CODE: ContractCall = { to: ZERO_ADDRESS, data: "0x", gas: toQuantity(MIN_GAS) };

/** In which form a node is called. */
type CallForm = Pick<CallTraits, "maxGas" | "knowsHashes">;

/** Sends `eth_call`s. */
export type SendCalls = ReturnType<typeof callSender>;

/**
 * Sends `eth_call`s at one block in the form that the node accepts: with the gas that it allows, and by the number of
 * the block where it does not know hashes. A node's refusal of the form is not a result of the contract.
 *
 * @returns Function that resolves with the outcome of each call, in order, and rejects with StateUnavailableError if the
 *   node lacks the state of the block, or a block that was named by its number was replaced meanwhile.
 */
export function callSender(rpc: RpcClient, { number, hash }: BlockName) {
  const { traits } = rpc;
  const sendAs = async (
    calls: readonly ContractCall[],
    { maxGas, knowsHashes }: CallForm,
  ): Promise<CallOutcome[]> => {
    const place = knowsHashes ? { blockHash: hash } : toQuantity(number);
    const results = await rpc.batch(
      calls.map((call) => ({
        method: "eth_call",
        params: [{ ...call, gas: toQuantity(Math.min(Number(call.gas), maxGas)) }, place],
      })),
    );
    return results.map(outcomeOf);
  };
  /** @throws StateUnavailableError if the block is named by its number, and another block has it. */
  const assertCurrent = async () => {
    if (traits.knowsHashes) {
      return;
    }
    const name = toQuantity(number);
    const current = await rpc.call<BlockName | null>("eth_getBlockByNumber", name, false);
    if (current?.hash !== hash) {
      throw new StateUnavailableError(
        `block ${number} (${hash}) was replaced while contracts were called at it`,
      );
    }
  };
  /**
   * Finds out whether the form of refused calls is the reason, by calls to an address without code, which a node that
   * accepts their form executes.
   *
   * @returns Whether something was learned, so that the calls can be sent in another form.
   */
  const learn = async (calls: readonly ContractCall[], reason: string): Promise<boolean> => {
    const gas = Math.min(traits.maxGas, Math.max(...calls.map((call) => Number(call.gas))));
    const isAccepted = async (probeGas: number, form: CallForm = traits) => {
      const [outcome] = await sendAs([{ ...NO_CODE, gas: toQuantity(probeGas) }], form);
      return faultOf(outcome) !== "node";
    };
    if (await isAccepted(gas)) {
      return false;
    }
    if (await isAccepted(MIN_GAS)) {
      traits.maxGas = allowedGas(gas, reason);
      return true;
    }
    if (traits.knowsHashes && (await isAccepted(MIN_GAS, { ...traits, knowsHashes: false }))) {
      traits.knowsHashes = false;
      return true;
    }
    return false;
  };
  const send = async (calls: readonly ContractCall[]): Promise<CallOutcome[]> => {
    if (calls.length === 0) {
      return [];
    }
    await assertCurrent();
    const outcomes = await sendAs(calls, traits);
    await assertCurrent();
    const failures = outcomes.filter((outcome) => typeof outcome === "object");
    const lacking = failures.find(({ fault }) => fault === "state");
    if (lacking) {
      throw new StateUnavailableError(
        `the node has no state of block ${number} (${hash}), so that balances cannot be read: ` +
          `a node that is not an archive keeps only the state of its latest blocks, often 128 (${lacking.reason})`,
      );
    }
    const unclear = failures.find(({ fault }) => fault === "node");
    const refused = calls.filter((_, at) => faultOf(outcomes[at]) === "node");
    if (!unclear || !(await learn(refused, unclear.reason))) {
      return outcomes;
    }
    const again = await send(refused);
    return outcomes.map((outcome) =>
      faultOf(outcome) === "node" ? (again.shift() as CallOutcome) : outcome,
    );
  };
  return send;
}

/** The limit that a refusal names, or else half of what was refused. */
function allowedGas(refused: number, reason: string): number {
  const named = (reason.match(/\b\d{6,12}\b/g) ?? []).map(Number);
  const limits = named.filter((limit) => limit >= MIN_GAS && limit < refused);
  return limits.length > 0 ? Math.max(...limits) : Math.max(MIN_GAS, Math.floor(refused / 2));
}
