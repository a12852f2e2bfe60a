import type { CallParams, Known } from "./cases/values.ts";
import type { Result } from "./results.ts";

/** Options of {@link runContract}. */
export interface ContractOptions {
  /** Base URL of the deployment. Default: Prism, started for the run. */
  readonly target?: string;
  /** Whether the target is Prism. */
  readonly prism?: boolean;
  /** Bearer token that the target accepts. */
  readonly token?: string;
  /** Values of `x-client-option` parameters by option name, such as `graphNs`. */
  readonly options?: CallParams;
  /** Calls that succeed at the target, by operation id. Those of `removeSubgraph` are really removed. */
  readonly known?: Known;
  /** Seed of the random choices of the invariants. Default: from the clock; see `Report.seed`. */
  readonly seed?: number;
  /** Timeout per request in milliseconds, body included. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Time limit of the run in milliseconds; no request is started after it. Default: 300,000. */
  readonly deadlineMs?: number;
  /** Whether to stop at the first failure. */
  readonly bail?: boolean;
  /** Called with each result as it comes. */
  readonly onResult?: (result: Result) => void;
}
