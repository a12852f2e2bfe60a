import type { Hex } from "../../src/chain/records.ts";
import { fakeProvider } from "./provider.ts";

/** A call of a contract, as a node receives it. */
export interface ReceivedCall {
  readonly to: Hex;
  readonly data: Hex;
}

/**
 * Starts a node without Multicall3, until the test ends.
 *
 * @param answer Returns what a contract returns; undefined: it reverts.
 * @param hashOf Returns the hash of a block.
 */
export async function answeringNode(
  answer: (call: ReceivedCall) => Hex | undefined,
  hashOf: (number: number) => Hex,
): Promise<string> {
  const { url } = await fakeProvider(({ method, params: [first] }) => {
    if (method === "eth_getBlockByNumber") {
      return { result: { hash: hashOf(Number(first)) } };
    }
    const result = method === "eth_call" ? answer(first as ReceivedCall) : "0x";
    const error = { code: 3, message: "execution reverted" };
    return result === undefined ? { error } : { result };
  });
  return url;
}
