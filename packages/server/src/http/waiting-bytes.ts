import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { ClientAddress } from "./client-address.ts";
import { tooManyRequests } from "./gate.ts";
import { HttpError } from "./http-error.ts";
import { networkOf } from "./network.ts";

/** Bytes of responses that have been written, and that callers have not read yet. */
export interface WaitingBytes {
  /** Wraps the handler of the server, whose connections are counted. */
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
const COUNT_MS = 10;

/** Creates the limit of bytes that wait for slow readers, which would fill the memory of the service. */
export function createWaitingBytes(
  addressOf: ClientAddress,
  limits: WaitingLimits = LIMITS,
): WaitingBytes {
  /** Addresses by connection: a proxy sends the requests of several callers through one, in turn. */
  const callers = new Map<Socket, string>();
  let waiting = countOf(callers);
  let countedAt = performance.now();
  return {
    counted: (next) => (request, response) => {
      const { socket } = request;
      if (!callers.has(socket)) {
        socket.once("close", () => callers.delete(socket));
      }
      callers.set(socket, addressOf(request) ?? "");
      next(request, response);
    },
    assertRoom(ip) {
      const now = performance.now();
      if (now - countedAt >= COUNT_MS) {
        countedAt = now;
        waiting = countOf(callers);
      }
      if (waiting.all > limits.caller && waiting.ofCaller(ip) > limits.caller) {
        throw tooManyRequests(RETRY_MS, "responses that have not been read");
      }
      if (waiting.all > limits.all) {
        throw new HttpError(503, "Too many responses wait for slow callers.", {
          headers: { "retry-after": String(RETRY_MS / 1000) },
        });
      }
    },
  };
}

/** Counts the bytes that wait in connections. */
function countOf(callers: ReadonlyMap<Socket, string>) {
  const byNetwork = new Map<string, number>();
  let all = 0;
  for (const [{ writableLength }, ip] of callers) {
    if (writableLength > 0) {
      const network = networkOf(ip);
      byNetwork.set(network, (byNetwork.get(network) ?? 0) + writableLength);
      all += writableLength;
    }
  }
  return { all, ofCaller: (ip: string) => byNetwork.get(networkOf(ip)) ?? 0 };
}
