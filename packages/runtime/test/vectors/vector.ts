/** What the server does with one request. */
export interface Step {
  status?: number;
  headers?: Record<string, string>;
  /** The body: JSON, or text as it is. */
  json?: unknown;
  text?: string;
  /** Waits before the status line. */
  delayMs?: number;
  /** Sends status, headers and half of the body, then waits so long before the rest. */
  bodyDelayMs?: number;
  /** Sends half of the body, then closes the connection. */
  cut?: boolean;
  /** Closes the connection without an answer. */
  reset?: boolean;
}

/** What a request must have been. */
interface ExpectedRequest {
  method?: string;
  /** Path and query as they went over the wire, after the base URL. */
  url?: string;
  headers?: Record<string, unknown>;
  body?: unknown;
}

/** A behaviour of the clients as data. `vectors/README.md` describes each member. */
export interface Vector {
  name: string;
  operation: string;
  params?: unknown;
  client?: Record<string, unknown> | null;
  call?: Record<string, unknown> | null;
  /** What is changed in the parameters right after the call. */
  changeAfterwards?: Record<string, unknown>;
  do?: "call" | "response" | "result" | "items" | "pages" | "toArray" | "raw";
  /** `items` and `pages` stop after so many; `toArray` passes it as `max`. */
  max?: number;
  abortAfterMs?: number;
  server?: Step[];
  expect: {
    data?: unknown;
    status?: number;
    items?: unknown[];
    pages?: unknown[];
    error?: Record<string, unknown>;
    requests?: number | ExpectedRequest[];
    log?: unknown[];
    minMs?: number;
  };
  /** Text that must appear in nothing the client shows. */
  secrets?: string[];
}

/** What a vector came to. */
export interface Outcome {
  data?: unknown;
  status?: number;
  items?: unknown[];
  pages?: unknown[];
  error?: Record<string, unknown>;
  log: string[];
  ms: number;
  /** All that the client shows of an error and in logs, for the search for secrets. */
  shown: string;
}
