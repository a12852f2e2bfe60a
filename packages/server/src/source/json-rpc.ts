import type { Hex } from "../chain/records.ts";
import { NodeFailure, type RpcNode, type RpcReply, rpcNode } from "./rpc-node.ts";

/** One call of a batch. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The answer to one call of a batch; a failed one does not fail the others. */
export type RpcResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly code?: number | undefined };

/** A node, or several of which another is asked when one fails. */
export interface RpcClient {
  /** @throws Error if no node answers, or if the node refuses the call. */
  call<Value>(method: string, ...params: readonly unknown[]): Promise<Value>;
  /** Many calls in few requests, answered in order. @throws Error if no node answers. */
  batch(calls: readonly RpcCall[]): Promise<RpcResult[]>;
  /** Leaves the node that is asked now for another: what it says cannot be used. */
  leave(reason: string): void;
  /** Leaves the node that is asked now if another one is well ahead of it. */
  leaveIfBehind(): Promise<void>;
}

interface State {
  readonly node: RpcNode;
  /** Not asked before this instant, unless all others failed as well. */
  restUntil: number;
  failures: number;
}

const BATCH_SIZE = 100;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 300_000;
/** Nodes of one chain are a block or two apart without anything being wrong. */
const MAX_LAG = 3;

/**
 * Speaks JSON-RPC over HTTP. One node is asked as long as it answers; one that fails, lies, lags or
 * refuses is left for a while, longer each time.
 *
 * @param urls At least one; they may hold keys, so no error names more of them than the host.
 * @param onFailure Told each time that a node is left.
 */
export function createRpcClient(
  urls: readonly string[],
  onFailure: (host: string, reason: string) => void = () => {},
): RpcClient {
  const states = urls.map((url): State => ({ node: rpcNode(url), restUntil: 0, failures: 0 }));
  let current = states[0] as State;

  const rest = (state: State, reason: string, waitMs?: number) => {
    const own = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** state.failures);
    state.failures += 1;
    state.restUntil = Date.now() + (waitMs ?? own);
    onFailure(state.node.host, reason);
    if (state === current) {
      current = next(states, state);
    }
  };
  const send = async (calls: readonly RpcCall[]): Promise<readonly RpcReply[]> => {
    let failure = new Error("there is no node to ask");
    const tried = new Set<State>();
    while (!tried.has(current)) {
      const state = current;
      tried.add(state);
      try {
        return await state.node.send(calls);
      } catch (error) {
        const { message } = error as Error;
        failure = new Error(`${state.node.host}: ${message}`);
        rest(state, message, error instanceof NodeFailure ? error.waitMs : undefined);
      }
    }
    throw failure;
  };

  return {
    async call<Value>(method: string, ...params: readonly unknown[]) {
      const [reply] = await send([{ method, params }]);
      if (!reply || reply.error) {
        throw new Error(`${method}: ${reply?.error?.message ?? "no answer"}`);
      }
      return reply.result as Value;
    },
    async batch(calls) {
      const results: RpcResult[] = [];
      for (let at = 0; at < calls.length; at += BATCH_SIZE) {
        const part = calls.slice(at, at + BATCH_SIZE);
        results.push(...inOrder(part.length, await send(part)));
      }
      return results;
    },
    leave: (reason) => rest(current, reason),
    async leaveIfBehind() {
      if (states.length === 1) {
        return;
      }
      const state = current;
      const heads = await Promise.all(states.map(({ node }) => headOf(node)));
      const own = heads[states.indexOf(state)] ?? -1;
      const isAhead = (head: number, at: number) =>
        head > own + MAX_LAG && (states[at]?.restUntil ?? 0) <= Date.now();
      if (state === current && heads.some(isAhead)) {
        rest(state, `is at block ${own}, another node at ${Math.max(...heads)}`);
      }
    },
  };
}

/** The node after this one that is not resting; if all are, the one that has rested most. */
function next(states: readonly State[], after: State): State {
  const at = states.indexOf(after) + 1;
  const others = [...states.slice(at), ...states.slice(0, at)];
  const now = Date.now();
  const rested = others.find(({ restUntil }) => restUntil <= now);
  return rested ?? others.reduce((a, b) => (b.restUntil < a.restUntil ? b : a));
}

async function headOf(node: RpcNode): Promise<number> {
  try {
    const [reply] = await node.send([{ method: "eth_blockNumber", params: [] }]);
    const head = Number(reply?.result);
    return Number.isSafeInteger(head) ? head : -1;
  } catch {
    return -1;
  }
}

/** Replies by the calls they answer: nodes may answer a batch in any order. */
function inOrder(count: number, replies: readonly RpcReply[]): RpcResult[] {
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  return Array.from({ length: count }, (_, id) => toResult(byId.get(id)));
}

function toResult(reply: RpcReply | undefined): RpcResult {
  if (reply?.error) {
    const { message = "an error without a message", code } = reply.error;
    return { ok: false, message, code };
  }
  return reply?.result === undefined
    ? { ok: false, message: "no answer" }
    : { ok: true, value: reply.result };
}

/** A number as JSON-RPC writes it. */
export function quantity(value: number): Hex {
  return `0x${value.toString(16)}`;
}
