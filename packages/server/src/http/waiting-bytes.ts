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

/** Creates the limit of bytes that wait for slow readers, which would fill the memory of the service. */
export function createWaitingBytes(
  addressOf: ClientAddress,
  limits: WaitingLimits = LIMITS,
): WaitingBytes {
  const byCaller = new Map<string, Set<ServerResponse>>();
  const waitingFor = (caller: string) => {
    let bytes = 0;
    for (const { writableLength } of byCaller.get(caller) ?? []) {
      bytes += writableLength;
    }
    return bytes;
  };
  const waitingForAll = () => {
    let bytes = 0;
    for (const caller of byCaller.keys()) {
      bytes += waitingFor(caller);
    }
    return bytes;
  };
  return {
    counted: (next) => (request, response) => {
      const caller = networkOf(addressOf(request) ?? "");
      const responses = byCaller.get(caller) ?? new Set();
      byCaller.set(caller, responses.add(response));
      response.once("close", () => {
        responses.delete(response);
        if (responses.size === 0 && byCaller.get(caller) === responses) {
          byCaller.delete(caller);
        }
      });
      next(request, response);
    },
    assertRoom(ip) {
      if (waitingFor(networkOf(ip)) > limits.caller) {
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
