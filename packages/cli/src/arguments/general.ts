import type { Option } from "./option.ts";

/** The forms of output. */
const FORMATS = ["table", "json", "ndjson", "csv"] as const;

/** Flags of every command. */
export const GENERAL: readonly Option[] = [
  {
    name: "output",
    short: "o",
    value: "format",
    values: FORMATS,
    text: "output format (default: table on a terminal, json elsewhere)",
  },
  { name: "columns", value: "a,b,…", text: "columns of a table or CSV, in this order" },
  { name: "base-url", value: "url", text: "base URL of the service" },
  { name: "profile", value: "name", text: "profile with the settings to use" },
  {
    name: "token-file",
    value: "file",
    text: "file that holds the bearer token; - reads it from standard input",
  },
  {
    name: "token",
    value: "token",
    secret: true,
    text: "bearer token; visible to other users of the machine and kept in the shell's history, so prefer CHAINKIT_TOKEN, a profile or --token-file",
  },
  { name: "timeout", value: "seconds", text: "timeout of one attempt (default: 30)" },
  { name: "dry-run", text: "print the request as a curl command, and send nothing" },
  { name: "verbose", text: "log each request to standard error" },
  { name: "no-color", text: "no colours; the same as NO_COLOR=1" },
  { name: "help", short: "h", text: "show help" },
];

/** Flags before any command. */
export const VERSION: Option = { name: "version", text: "show the version" };

/** Flag before any command, with the document of the commands. */
export const SPEC: Option = {
  name: "spec",
  value: "file",
  text: "OpenAPI document, YAML or JSON, whose operations are the commands",
};

/** Flag of listings. */
export const ALL: Option = { name: "all", text: "fetch all pages" };

/** Flag of listings. */
export const MAX: Option = {
  name: "max",
  value: "n",
  text: "stop after n records, and fetch as many pages as that needs",
};

/** The same flag of a lookup, which has one record. */
export const WATCHED_MAX: Option = { ...MAX, text: "stop --watch after n responses" };

/** Flags of reads. */
export const WATCH: readonly Option[] = [
  { name: "watch", text: "repeat the request and print only what is new, until Ctrl-C" },
  { name: "interval", value: "seconds", text: "time between two requests of --watch (default: 2)" },
];

/** Flag of operations whose responses are envelopes. */
export const SUCCESS_CODES: Option = {
  name: "success-codes",
  value: "n,…",
  text: "result codes that mean success; any other is an error (default: every code of a 2xx response)",
};

/** Flag of operations whose body has fields. */
export const BODY: Option = {
  name: "body",
  value: "json",
  text: "body as JSON, @file, or - for standard input; flags supply further fields",
};
