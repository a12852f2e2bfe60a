import { serve } from "./serve.ts";

/** A call as a node gets it. */
interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface Reply {
  id: unknown;
  result?: unknown;
  error?: unknown;
}

/** How a proxy changes what the node behind it answers. */
export interface Changes {
  /** Answers a whole request itself: a status, headers and a body. */
  refuse?(calls: readonly Call[], isBatch: boolean): Refusal | undefined;
  /** Lets a call fail that the node has answered. */
  error?(call: Call): object | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: any answer of a node.
  result?(call: Call, result: any): unknown;
  /** The id that a reply gets instead of its own. */
  id?(id: unknown): unknown;
}

/** What `eth_call` is asked for. */
interface ContractCall {
  readonly to: string;
  readonly gas: string;
}

/** Lets calls of contracts fail with what this returns; undefined: with nothing. */
export function failingCalls(
  errorOf: (call: ContractCall, block: unknown) => object | undefined,
): Changes {
  return {
    error: ({ method, params: [call, block] }) =>
      method === "eth_call" ? errorOf(call as ContractCall, block) : undefined,
  };
}

interface Refusal {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** A real node with faults: a proxy that changes some of its answers. @returns Its address. */
export function faultyNode(url: string, changes: Changes): Promise<string> {
  return serve(async (request, response) => {
    const text = (await request.toArray()).join("");
    const content = JSON.parse(text) as Call | Call[];
    const calls = [content].flat();
    const refusal = changes.refuse?.(calls, Array.isArray(content));
    if (refusal) {
      response.writeHead(refusal.status, refusal.headers).end(JSON.stringify(refusal.body ?? {}));
      return;
    }
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: text })
      .then((fromNode) => fromNode.json() as Promise<Reply | Reply[]>)
      .catch(() => undefined);
    // The node has ended, and the test with it.
    if (!answer) {
      return response.destroy();
    }
    for (const reply of [answer].flat()) {
      const call = calls.find(({ id }) => id === reply.id);
      const error = call && changes.error?.(call);
      if (error) {
        reply.error = error;
        delete reply.result;
      }
      if (call && changes.result && "result" in reply) {
        reply.result = changes.result(call, reply.result);
      }
      reply.id = changes.id ? changes.id(reply.id) : reply.id;
    }
    response.writeHead(200, headers).end(JSON.stringify(answer));
  });
}
