import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Hex } from "../../src/chain/records.ts";

/** A call of a contract, as a node receives it. */
export interface ReceivedCall {
  readonly to: Hex;
  readonly data: Hex;
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
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
  const resultOf = ({ method, params }: Request) => {
    switch (method) {
      case "eth_call":
        return answer(params[0] as ReceivedCall);
      case "eth_getBlockByNumber":
        return { hash: hashOf(Number(params[0])) };
      default:
        return "0x";
    }
  };
  const replyTo = (request: Request) => {
    const result = resultOf(request);
    const error = { code: 3, message: "execution reverted" };
    return { jsonrpc: "2.0", id: request.id, ...(result === undefined ? { error } : { result }) };
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part);
    }
    const body: Request | Request[] = JSON.parse(Buffer.concat(parts).toString());
    response.end(JSON.stringify(Array.isArray(body) ? body.map(replyTo) : replyTo(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
