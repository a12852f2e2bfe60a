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

/** Returns why an `eth_call` failed; undefined if it returned data. */
export function failureOf(result: RpcResult | undefined): CallFailure | undefined {
  if (result?.ok) {
    const { value } = result;
    const isData = typeof value === "string" && /^0x[0-9a-f]*$/i.test(value);
    return isData ? undefined : { fault: "node", reason: "no data" };
  }
  const reason = result?.message ?? "no response";
  if (OUT_OF_GAS.test(reason)) {
    return { fault: "gas", reason };
  }
  const nodeFault = NO_STATE.test(reason) ? "state" : "node";
  return { fault: CONTRACT_FAULT.test(reason) ? "contract" : nodeFault, reason };
}

export interface ContractCall {
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: Hex;
}

/** Gas that every node allows. */
const MIN_GAS = 500_000;

/**
 * Sends `eth_call`s at one block in the form that the node accepts: with the gas that it allows, and by the number of
 * the block where it does not know hashes. A node's refusal of the form is not a result of the contract.
 *
 * @returns Function that resolves with the result of each call, in order, and rejects with StateUnavailableError if the
 *   node lacks the state of the block, or a block that was named by its number was replaced meanwhile.
 */
export function callSender(rpc: RpcClient, block: BlockName) {
  return async (calls: readonly ContractCall[]): Promise<RpcResult[]> => {
    const results = await sendChecked(rpc, block, calls);
    for (;;) {
      assertState(block, results);
      const refused = [...calls.keys()].filter((at) => isUnclear(results[at]));
      const asked = refused.map((at) => calls[at] as ContractCall);
      if (asked.length === 0 || !(await learn(rpc, block, asked, results[refused[0] ?? 0]))) {
        return results;
      }
      const again = await sendChecked(rpc, block, asked);
      for (const [index, at] of refused.entries()) {
        results[at] = again[index] as RpcResult;
      }
    }
  };
}

/** @throws StateUnavailableError if a result says that the node lacks the state of the block. */
function assertState({ number, hash }: BlockName, results: readonly RpcResult[]): void {
  for (const result of results) {
    const failure = result.ok ? undefined : failureOf(result);
    if (failure?.fault === "state") {
      throw new StateUnavailableError(
        `the node has no state of block ${number} (${hash}), so that balances cannot be read: ` +
          `a node that is not an archive keeps only the state of its latest blocks, often 128 (${failure.reason})`,
      );
    }
  }
}

/** @throws StateUnavailableError if the block is named by its number, and another block has it. */
async function sendChecked(
  rpc: RpcClient,
  block: BlockName,
  calls: readonly ContractCall[],
): Promise<RpcResult[]> {
  if (rpc.traits.knowsHashes) {
    return send(rpc, block, calls);
  }
  await assertCurrent(rpc, block);
  const results = await send(rpc, block, calls);
  await assertCurrent(rpc, block);
  return results;
}

/** In which form a node is called. */
type CallForm = Pick<CallTraits, "maxGas" | "knowsHashes">;

function send(
  rpc: RpcClient,
  block: BlockName,
  calls: readonly ContractCall[],
  { maxGas, knowsHashes }: CallForm = rpc.traits,
): Promise<RpcResult[]> {
  const place = knowsHashes ? { blockHash: block.hash } : toQuantity(block.number);
  return rpc.batch(
    calls.map((call) => ({
      method: "eth_call",
      params: [{ ...call, gas: toQuantity(Math.min(Number(call.gas), maxGas)) }, place],
    })),
  );
}

/** @throws StateUnavailableError if the node has another block of this number. */
async function assertCurrent(rpc: RpcClient, { number, hash }: BlockName): Promise<void> {
  const current = await rpc.call<{ readonly hash: Hex } | null>(
    "eth_getBlockByNumber",
    toQuantity(number),
    false,
  );
  if (current?.hash !== hash) {
    throw new StateUnavailableError(
      `block ${number} (${hash}) was replaced while contracts were called at it`,
    );
  }
}

/**
 * Finds out whether the form of refused calls is the reason, by calls to an address without code, which a node that
 * accepts their form executes.
 *
 * @returns Whether something was learned, so that the calls can be sent in another form.
 */
async function learn(
  rpc: RpcClient,
  block: BlockName,
  calls: readonly ContractCall[],
  refusal: RpcResult | undefined,
): Promise<boolean> {
  const { traits } = rpc;
  const gas = Math.min(traits.maxGas, Math.max(...calls.map((call) => Number(call.gas))));
  const isAccepted = async (probeGas: number, form: CallForm = traits) => {
    const probe: ContractCall = { to: ZERO_ADDRESS, data: "0x", gas: toQuantity(probeGas) };
    return !isUnclear((await send(rpc, block, [probe], form))[0]);
  };
  if (await isAccepted(gas)) {
    return false;
  }
  if (gas > MIN_GAS && (await isAccepted(MIN_GAS))) {
    traits.maxGas = allowedGas(gas, failureOf(refusal)?.reason ?? "");
    return true;
  }
  if (traits.knowsHashes && (await isAccepted(MIN_GAS, { ...traits, knowsHashes: false }))) {
    traits.knowsHashes = false;
    return true;
  }
  return false;
}

/** The limit that a refusal names, or else half of what was refused. */
function allowedGas(refused: number, reason: string): number {
  const named = (reason.match(/\b\d{6,12}\b/g) ?? []).map(Number);
  const limits = named.filter((limit) => limit >= MIN_GAS && limit < refused);
  return limits.length > 0 ? Math.max(...limits) : Math.max(MIN_GAS, Math.floor(refused / 2));
}

/** Whether a call failed for a reason that may be its form: neither its contract nor a missing state. */
function isUnclear(result: RpcResult | undefined): boolean {
  return failureOf(result)?.fault === "node";
}
