import { readText } from "../source/read-text.ts";

/** Why something could not be done with graph-node. */
export class GraphNodeError extends Error {
  override readonly name = "GraphNodeError";
  /**
   * `conflict`: it contradicts the current deployments; `refused`: it had no effect; `unreachable`: it was not sent;
   * `no response`: whether it took effect is unknown.
   */
  readonly kind: "conflict" | "refused" | "unreachable" | "no response";
  /** Code of JSON-RPC, if that is how it was refused. */
  readonly code: number | undefined;

  constructor(kind: GraphNodeError["kind"], message: string, code?: number) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

export function kindOf(error: unknown): GraphNodeError["kind"] | undefined {
  return error instanceof GraphNodeError ? error.kind : undefined;
}

export interface GraphNodeInterface {
  /** Base URL, without credentials. */
  readonly url: string;
  /** Secret header of each request. */
  readonly header?: { readonly name: string; readonly value: string } | undefined;
}

interface RequestOptions {
  /** Timeout until the end of the response, in milliseconds. */
  readonly timeoutMs: number;
  /** Path below the base URL. */
  readonly path?: string;
  /** JSON body; a GET if undefined. */
  readonly body?: unknown;
}

/** Connection errors after which no request was sent. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const MAX_MESSAGE = 500;
/** Longest response in bytes; those of graph-node's own interfaces are far shorter. */
const MAX_RESPONSE = 16 * 2 ** 20;

/**
 * Sends a request to graph-node and parses its JSON response. Errors contain only the host of the URL.
 *
 * @throws GraphNodeError `refused` with a status of 4xx, `no response` if it was sent and has no usable response.
 */
export async function requestJson(
  target: GraphNodeInterface,
  { timeoutMs, path = "", body }: RequestOptions,
): Promise<unknown> {
  const { host } = new URL(target.url);
  const exchange = async () => {
    const { status, body: bytes } = await fetch(urlOf(target, path), {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: {
        "content-type": "application/json",
        // On a connection that was kept, a graph-node that has gone looks like one that may have
        // read the request.
        connection: "close",
        ...headersOf(target),
      },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status, text: await readText(bytes, MAX_RESPONSE) };
  };
  const { status, text } = await exchange().catch((error) => {
    throw failure(host, timeoutMs, error);
  });
  if (status >= 400 && status < 500) {
    throw new GraphNodeError("refused", `${host} responded with HTTP ${status}`);
  }
  const fail = (what: string) => new GraphNodeError("no response", `${host} responded ${what}`);
  if (text === undefined) {
    throw fail(`with more than ${MAX_RESPONSE} bytes`);
  }
  if (status >= 300) {
    throw fail(`with HTTP ${status}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw fail("without JSON");
  }
}

export function urlOf({ url }: GraphNodeInterface, path: string): string {
  return `${url.replace(/\/+$/, "")}${path}`;
}

export function headersOf({ header }: GraphNodeInterface): Record<string, string> {
  return header ? { [header.name]: header.value } : {};
}

/** A message of graph-node in one line of bounded length. */
export function shortened(message: string): string {
  const line = message.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE)}…` : line;
}

function failure(host: string, timeoutMs: number, error: unknown): Error {
  const { name, cause } = error as Error;
  const { code, errors } = (cause ?? {}) as { code?: string; errors?: { code?: string }[] };
  const reason = code ?? errors?.[0]?.code ?? "";
  if (NOT_SENT.has(reason)) {
    return new GraphNodeError("unreachable", `${host} is not reachable (${reason})`);
  }
  const what = name === "TimeoutError" ? `within ${timeoutMs / 1000} s` : `(${reason || "failed"})`;
  return new GraphNodeError("no response", `${host} did not respond ${what}`);
}
