import { readFileSync } from "node:fs";
import { variableName } from "@chainkit/command";
import type { Api } from "@chainkit/openapi/api";

/** Receives log lines. They never contain a token. */
export interface Logger {
  warn(line: string): void;
  error(line: string): void;
}

/** Settings of the clients, by the name of the client option, such as `baseUrl`, `token`, `graphNs`. */
export type Settings = Readonly<Record<string, string>>;

/** Options of an MCP server. Nothing is read from the environment. */
export interface McpOptions {
  /**
   * API whose operations are the tools, in place of those of chainkit: `readApi(name, document, true)` of
   * `@chainkit/openapi/api`. The base URLs that it states are the default of `baseUrl`; its credentials are `settings`, those of basic
   * authentication as `<username>:<password>`.
   */
  readonly api?: Api;
  /** Base URL of the service, e.g. `https://api.example.com`. */
  readonly baseUrl?: string;
  /**
   * Settings of areas other than the base URL, such as `token` and `graphNs`. If a required setting of an
   * area is missing, its tools are not offered.
   */
  readonly settings?: Settings;
  /** Settings of individual areas by name, which take precedence, e.g. `{ "chain-data": { baseUrl } }`. */
  readonly areas?: Readonly<Record<string, Settings>>;
  /** Whether operations that change data are offered. Default: false. */
  readonly allowWrites?: boolean;
  /**
   * Maximum length of a result, in characters of its JSON. Default: 50,000; ten times that for calls with
   * `full: true`. A longer result is an error that explains how to request less.
   */
  readonly maxResultLength?: number;
  /**
   * Maximum length of the list of tools, in characters of its JSON. Default: 60,000. In place of a longer list, there are
   * two tools: one that finds operations, and one that calls them.
   */
  readonly maxListLength?: number;
  /** Where failures are logged. Default: nowhere. */
  readonly logger?: Logger;
}

/** Version of the package. */
export const { version: VERSION }: { version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

/** Default of `maxListLength`. */
export const MAX_LIST_LENGTH = 60_000;

/** Default of `maxResultLength`. */
export const MAX_RESULT_LENGTH = 50_000;

/** The setting that must never be shown. */
export const TOKEN = "token";

/** The setting that every area requires. */
export const BASE_URL = "baseUrl";

/**
 * The settings of an area.
 *
 * @param stated Base URL that the document states, if no other is given.
 */
export function settingsOf(
  area: string,
  { settings, areas, ...own }: McpOptions,
  stated?: string,
): Settings {
  const baseUrl = own.baseUrl ?? stated;
  return { ...(baseUrl ? { [BASE_URL]: baseUrl } : {}), ...settings, ...areas?.[area] };
}

/** All tokens among the options, and the other credentials of a document. */
export function tokensOf({ api, settings = {}, areas = {} }: McpOptions): string[] {
  const keys = api?.rules.credentials.flatMap(({ name, credential }) => {
    const { [name]: value = "" } = settings;
    const isBasic = credential.kind === "basic" && value !== "";
    return isBasic ? [...pairOf(value)] : [value];
  });
  if (keys) {
    return keys.filter(Boolean);
  }
  return [settings, ...Object.values(areas)].flatMap(({ [TOKEN]: token }) => token || []);
}

/** Basic credentials as they are sent, and their password: a username may stand alone. */
function pairOf(value: string): string[] {
  const at = value.indexOf(":");
  return at < 0 ? [value, `${value}:`] : [value, value.slice(at + 1)];
}

/**
 * The environment variable of a setting, for all areas or one.
 *
 * @param prefix Name of the API.
 *
 * @example
 * variableOf("graphNs"); // "CHAINKIT_GRAPH_NS"
 * variableOf("baseUrl", "chain-data"); // "CHAINKIT_CHAIN_DATA_BASE_URL"
 */
export function variableOf(setting: string, area = "", prefix = "chainkit"): string {
  return variableName(prefix, area, setting);
}
