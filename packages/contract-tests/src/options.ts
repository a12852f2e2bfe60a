import type { CallParams, Known } from "./cases/values.ts";
import type { Result } from "./results.ts";

/** What the options are that are not given. */
export const DEFAULTS = {
  concurrency: 8,
  timeoutMs: 10_000,
  deadlineMs: 300_000,
  maxRetryAfterMs: 30_000,
  blockWaitMs: 15_000,
} as const;

/** Options of {@link runContract}. */
export interface ContractOptions {
  /** OpenAPI 3.0 or 3.1 files to test instead of the chainkit APIs, YAML or JSON. */
  readonly specs?: readonly string[];
  /** Base URL of the deployment, or one per area by its name. Default: Prism, started for the run. */
  readonly target?: string | Readonly<Record<string, string>>;
  /** Whether the target is Prism. */
  readonly prism?: boolean;
  /** Bearer token that the target accepts. */
  readonly token?: string;
  /** Values of `x-client-option` parameters by option name, such as `graphNs`. */
  readonly options?: CallParams;
  /** Calls that must succeed on the target, by operation id. Those of `removeSubgraph` are actually removed. */
  readonly known?: Known;
  /** Chains on which to discover values. Default: all chains of the contract. */
  readonly chains?: readonly string[];
  /** Headers sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Patterns of tests to run: area, operation id, kind, name or title; `*` matches any text. Default: all. */
  readonly include?: readonly string[];
  /** Patterns of tests to skip. */
  readonly exclude?: readonly string[];
  /** Waivers of the register to apply, by name. */
  readonly allow?: readonly string[];
  /** Whether the run fails if an operation has no known values, or an invariant nothing to compare. */
  readonly strict?: boolean;
  /** Requests per second. Default: unlimited. */
  readonly rate?: number;
  /** Maximum number of concurrent requests. Default: 8. */
  readonly concurrency?: number;
  /** Longest `Retry-After` to wait for, in milliseconds. Default: 30,000. */
  readonly maxRetryAfterMs?: number;
  /** Maximum time to wait for a new block, in milliseconds. Default: 15,000. */
  readonly blockWaitMs?: number;
  /** TLS settings for https targets. */
  readonly tls?: TlsOptions;
  /** Duration of the fuzzing at the end of the run, in milliseconds. Default: 0. */
  readonly fuzzMs?: number;
  /** Seed of the random choices. Default: from the clock; see `Report.seed`. */
  readonly seed?: number;
  /** Timeout per request in milliseconds, body included. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Time limit of the run in milliseconds; no request is started after it. Default: 300,000. */
  readonly deadlineMs?: number;
  /** Whether to stop at the first failure. */
  readonly bail?: boolean;
  /** Aborts the run: everything that it created is removed, and the verdict is `untested`. */
  readonly signal?: AbortSignal;
  /** Called with each result as soon as it is available. */
  readonly onResult?: (result: Result) => void;
}

/** TLS settings, as PEM text. */
export interface TlsOptions {
  /** CA certificates to trust instead of those of the system. */
  readonly ca?: string;
  /** Client certificate. */
  readonly cert?: string;
  /** Private key of the client certificate. */
  readonly key?: string;
  /** Whether to accept any certificate. */
  readonly insecure?: boolean;
}
