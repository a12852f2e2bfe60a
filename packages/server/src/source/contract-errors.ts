import type { BlockName } from "../chain/records.ts";
import type { RpcResult } from "./rpc-call.ts";

/** Error messages of nodes for a contract that reverted or failed. */
export const CONTRACT_FAULT = new RegExp(
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

/** Error messages of nodes that do not know a block, or no longer have its state. */
export const NO_STATE = new RegExp(
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

  /** Throws this error if the message of a node indicates it. */
  static throwIf({ number, hash }: BlockName, message: string): void {
    if (NO_STATE.test(message)) {
      throw new StateUnavailableError(
        `the node has no state of block ${number} (${hash}), so that balances cannot be read: ` +
          `a node that is not an archive keeps only the state of its latest blocks, often 128 (${message})`,
      );
    }
  }
}

/** Returns the reason why an `eth_call` failed; undefined if it returned data. */
export function failureOf(result: RpcResult | undefined): string | undefined {
  if (!result?.ok) {
    return result?.message ?? "no response";
  }
  const { value } = result;
  return typeof value === "string" && /^0x[0-9a-f]*$/i.test(value) ? undefined : "no data";
}
