/** Receives log lines. They never contain a token. */
export interface Logger {
  warn(line: string): void;
  error(line: string): void;
}

/** Options of an MCP server. Nothing is read from the environment. */
export interface McpOptions {
  /** Base URL of the service, e.g. `https://api.example.com`. */
  readonly baseUrl: string;
  /**
   * What areas require or accept besides the base URL, by the name of the client option, such as
   * `token` and `graphNs`. The tools of an area whose required settings are missing are not offered.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether operations that change something are offered. Default false. */
  readonly allowWrites?: boolean;
  /**
   * Longest result, in characters of its JSON. Default 50,000; a call with `full: true` may return
   * ten times as much. A longer result is an error that says how to ask for less.
   */
  readonly maxResultLength?: number;
  /** Where failures are logged. Default: nowhere. */
  readonly logger?: Logger;
}

/** Default of `maxResultLength`. */
export const MAX_RESULT_LENGTH = 50_000;

/** The setting that must never be shown. */
export const TOKEN = "token";

/**
 * The environment variable of a setting.
 *
 * @example
 * variableOf("graphNs"); // "CHAINKIT_GRAPH_NS"
 */
export function variableOf(setting: string): string {
  return `CHAINKIT_${setting.replaceAll(/([A-Z])/g, "_$1").toUpperCase()}`;
}
