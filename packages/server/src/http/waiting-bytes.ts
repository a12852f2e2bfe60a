import type { RequestListener, ServerResponse } from "node:http";
import type { ClientAddress } from "./client-address.ts";
import { tooManyRequests } from "./gate.ts";
import { HttpError } from "./http-error.ts";
import { networkOf } from "./network.ts";

/** Bytes of responses that have been written, and that callers have not read yet. */
export interface WaitingBytes {
  /** Wraps the handler of the server, whose responses are counted. */
  counted(next: RequestListener): RequestListener;
  /**
   * Refuses a response while too many bytes wait.
   *
   * @param ip Address of the caller.
   * @throws HttpError 429 if they wait for the caller, 503 if they do for all callers together.
   */
  assertRoom(ip: string): void;
}

/** Numbers of bytes that may wait. */
export interface WaitingLimits {
  /** Per IPv4 address or IPv6 /64 network. */
  readonly caller: number;
  readonly all: number;
}

const LIMITS: WaitingLimits = { caller: 16 * 2 ** 20, all: 256 * 2 ** 20 };
const RETRY_MS = 1_000;
/** Time after which waiting bytes are counted again; some pages at most are made meanwhile. */
const SAMPLE_MS = 10;

/** Creates the limit of bytes that wait for slow readers, which would fill the memory of the service. */
export function createWaitingBytes(
  addressOf: ClientAddress,
  limits: WaitingLimits = LIMITS,
): WaitingBytes {
  const byCaller = new Map<string, Waiting>();
  const waitingForAll = sampled(() => sum([...byCaller.values()], ({ bytes }) => bytes()));
  return {
    counted: (next) => (request, response) => {
      const caller = networkOf(addressOf(request) ?? "");
      const waiting = byCaller.get(caller) ?? noneWaiting();
      byCaller.set(caller, waiting);
      waiting.responses.add(response);
      response.once("close", () => {
        waiting.responses.delete(response);
        if (waiting.responses.size === 0 && byCaller.get(caller) === waiting) {
          byCaller.delete(caller);
        }
      });
      next(request, response);
    },
    assertRoom(ip) {
      if ((byCaller.get(networkOf(ip))?.bytes() ?? 0) > limits.caller) {
        throw tooManyRequests(RETRY_MS, "responses that have not been read");
      }
      if (waitingForAll() > limits.all) {
        throw new HttpError(503, "Too many responses wait for slow callers.", {
          headers: { "retry-after": String(RETRY_MS / 1000) },
        });
      }
    },
  };
}

/** Responses of a caller that have not been sent yet. */
interface Waiting {
  readonly responses: Set<ServerResponse>;
  readonly bytes: () => number;
}

function noneWaiting(): Waiting {
  const responses = new Set<ServerResponse>();
  return { responses, bytes: sampled(() => sum([...responses], (each) => each.writableLength)) };
}

/** Reads a number again after some milliseconds: each request would otherwise look at all other ones. */
function sampled(read: () => number): () => number {
  let value = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - readAt >= SAMPLE_MS) {
      readAt = now;
      value = read();
    }
    return value;
  };
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}
