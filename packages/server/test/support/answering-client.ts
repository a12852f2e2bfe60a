import type { BlockName, Hex } from "../../src/chain/records.ts";
import type { RpcClient } from "../../src/source/json-rpc.ts";
import { CallTraits } from "../../src/source/rpc-call.ts";

/** A call of a contract. */
export interface ReceivedCall {
  readonly to: Hex;
  readonly data: Hex;
}

/**
 * A client of a chain without Multicall3.
 *
 * @param answer What a contract returns; undefined: the call fails with the message.
 */
export function answeringClient(
  tip: () => BlockName,
  answer: (call: ReceivedCall) => Hex | undefined,
  { rate = Number.POSITIVE_INFINITY, message = "internal error" } = {},
): RpcClient {
  const client: Partial<RpcClient> = {
    rate: () => rate,
    traits: new CallTraits(),
    async call<Value>(method: string) {
      return (method === "eth_getBlockByNumber" ? { hash: tip().hash } : null) as Value;
    },
    batch: async (calls) =>
      calls.map(({ method, params: [call] }) => {
        const value = method === "eth_getCode" ? "0x" : answer(call as ReceivedCall);
        return value === undefined ? { ok: false, message } : { ok: true, value };
      }),
  };
  return client as RpcClient;
}
