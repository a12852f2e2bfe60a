import { parseEndpoint } from "./endpoint.ts";

/** A node that announces heads over WebSocket. */
export interface WebSocketNode {
  readonly url: string;
  /** Headers of the upgrade request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Milliseconds without a head after which a connection is considered dead, and replaced. */
const SILENCE_MS = 60_000;

/**
 * Subscribes to `newHeads` over WebSocket, and reconnects with backoff. A message is only a hint that
 * there may be a new block: blocks are read and verified over HTTP.
 *
 * @param onHead Called for each announced head, and when the connection is lost.
 */
export function subscribeNewHeads(
  node: WebSocketNode,
  onHead: () => void,
  silenceMs: number = SILENCE_MS,
) {
  const { url, headers } = parseEndpoint(node.url, node.headers);
  /** Undefined after it was lost or closed. */
  let socket: WebSocket | undefined;
  let heardAt = Number.NEGATIVE_INFINITY;
  let retryMs = FIRST_RETRY_MS;
  /** Until the connection is replaced for its silence, or made again. */
  let timer: NodeJS.Timeout;

  const connect = () => {
    const opened = new WebSocket(url, { headers });
    socket = opened;
    /** Does not wait for the node to confirm, which a dead connection never does. */
    const replace = () => {
      if (socket !== opened) {
        return;
      }
      socket = undefined;
      opened.close();
      clearTimeout(timer);
      if (heardAt > Number.NEGATIVE_INFINITY) {
        heardAt = Number.NEGATIVE_INFINITY;
        // A head may have been missed, and the next poll may be far off.
        onHead();
      }
      timer = setTimeout(connect, retryMs);
      retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
    };
    // A provider may drop a subscription, or a firewall the connection, without closing it.
    timer = setTimeout(replace, silenceMs);
    opened.addEventListener("open", () => {
      const call = { jsonrpc: "2.0", id: 1, method: "eth_subscribe", params: ["newHeads"] };
      opened.send(JSON.stringify(call));
    });
    opened.addEventListener("message", ({ data }) => {
      if (socket === opened && isHead(String(data))) {
        retryMs = FIRST_RETRY_MS;
        heardAt = performance.now();
        timer.refresh();
        onHead();
      }
    });
    opened.addEventListener("close", replace);
    // A failed connection also emits `close`; heads are polled in the meantime.
    opened.addEventListener("error", () => {});
  };
  connect();
  return {
    /** Whether the subscription is active; otherwise heads must be polled. */
    isLive: () => performance.now() - heardAt < silenceMs,
    close() {
      clearTimeout(timer);
      const last = socket;
      socket = undefined;
      last?.close();
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
