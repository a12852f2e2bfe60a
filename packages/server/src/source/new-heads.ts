import { parseEndpoint } from "./endpoint.ts";

/** A subscription to the heads of a chain. */
export interface HeadSubscription {
  /** Whether the subscription is active; otherwise heads must be polled. */
  isLive(): boolean;
  close(): void;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Milliseconds without a head after which a connection is considered dead. */
const SILENCE_MS = 60_000;

/**
 * Subscribes to `newHeads` over WebSocket, and reconnects with backoff. A message is only a hint that
 * there may be a new block: blocks are read and verified over HTTP.
 *
 * Node's WebSocket does not support request headers: keys must be in the URL.
 *
 * @param url ws(s) URL.
 * @param onHead Called for each announced head, and when the connection is lost.
 */
export function subscribeNewHeads(url: string, onHead: () => void): HeadSubscription {
  const { url: address } = parseEndpoint(url);
  let socket: WebSocket | undefined;
  let heardAt = Number.NEGATIVE_INFINITY;
  let retryMs = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = () => {
    const opened = new WebSocket(address);
    socket = opened;
    opened.addEventListener("open", () => {
      const call = { jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] };
      opened.send(JSON.stringify(call));
    });
    opened.addEventListener("message", ({ data }) => {
      if (isHead(String(data))) {
        heardAt = performance.now();
        retryMs = FIRST_RETRY_MS;
        onHead();
      }
    });
    opened.addEventListener("close", () => {
      const wasLive = heardAt > Number.NEGATIVE_INFINITY;
      heardAt = Number.NEGATIVE_INFINITY;
      if (!isClosed) {
        if (wasLive) {
          // A head may have been missed, and the next poll may be far off.
          onHead();
        }
        timer = setTimeout(connect, retryMs);
        retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
      }
    });
    // A failed connection also emits `close`; heads are polled in the meantime.
    opened.addEventListener("error", () => {});
  };
  connect();
  return {
    isLive: () => performance.now() - heardAt < SILENCE_MS,
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}

function isHead(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly method?: string }).method === "eth_subscription";
  } catch {
    return false;
  }
}
