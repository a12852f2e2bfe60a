import type { JsonSchema } from "@chainkit/client/operations";
import { kebab } from "@chainkit/command";
import { schemaOf } from "@chainkit/openapi";
import { type Command, variableOf } from "../commands.ts";
import { describeValue, isBoolean, isList } from "./schema.ts";

/** A flag of the command line. */
export interface Option {
  /** Name without dashes. */
  readonly name: string;
  readonly short?: string;
  /** Placeholder for the value in help; absent if the flag takes no value. */
  readonly value?: string;
  /** Allowed values; absent if any are. */
  readonly values?: readonly string[];
  readonly text: string;
  /** Whether the flag may be repeated. */
  readonly multiple?: true;
  /** Whether the value is a secret; the flag is rejected where it could also abbreviate a parameter. */
  readonly secret?: true;
  /** Parameter of the operation that the flag sets. */
  readonly parameter?: Parameter;
}

/** The parameter behind a flag. */
interface Parameter {
  /** Wire name. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Values of the flags on the command line, by name. */
export type Given = ReadonlyMap<string, readonly string[]>;

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
const ALL: Option = { name: "all", text: "fetch all pages" };

/** Flag of listings. */
const MAX: Option = {
  name: "max",
  value: "n",
  text: "stop after n records, and fetch as many pages as that needs",
};

/** The same flag of a lookup, which has one record. */
const WATCHED_MAX: Option = { ...MAX, text: "stop --watch after n responses" };

/** Flags of reads. */
const WATCH: readonly Option[] = [
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
const BODY: Option = {
  name: "body",
  value: "json",
  text: "body as JSON, @file, or - for standard input; flags supply further fields",
};

/** All flags of a command: the operation's own, then those of the program. */
export function optionsOf(command: Command): Option[] {
  const hasFields = Object.values(command.places).includes("field");
  const general = [
    ...(hasFields ? [BODY] : []),
    ...(command.pagination ? [ALL] : []),
    ...(command.pagination ? [MAX] : []),
    ...(command.safe ? WATCH : []),
    ...(command.safe && !command.pagination ? [WATCHED_MAX] : []),
    ...command.clientOptions.map(
      (name): Option => ({
        name: kebab(name),
        value: "value",
        text: `the ${name} of the client; part of every path of this area`,
      }),
    ),
    ...(command.envelope ? [SUCCESS_CODES] : []),
    ...generalOf(command),
  ];
  // A flag means the same in every command, also where it is not offered.
  const taken = [...general, ALL, MAX, ...WATCH, SUCCESS_CODES].map(({ name }) => name);
  return [...parameterOptions(command, taken), ...general];
}

/** The flags of the program, and of a document those of its credentials. */
export function generalOf({ source, credentials = [] }: Pick<Command, "source" | "credentials">) {
  if (!source) {
    return GENERAL;
  }
  const taken = new Map(credentials.flat().map((each) => [each.name, each.credential]));
  const absent = ["profile", ...(taken.has("token") ? [] : ["token", "token-file"])];
  const keys = [...taken].filter(([name]) => name !== "token");
  return [
    ...keys.map(([name, { kind }]): Option => {
      const value = kind === "basic" ? "username:password" : "key";
      const text = `credentials; other users of the machine see the flag: prefer ${variableOf({ source }, name)}`;
      return { name: kebab(name), value, secret: true, text };
    }),
    ...GENERAL.filter(({ name }) => !absent.includes(name)).map((option) => ({
      ...option,
      text: option.text.replace("CHAINKIT_TOKEN, a profile", variableOf({ source }, "token")),
    })),
  ];
}

/**
 * The flags of the parameters. A name that is taken by a flag of the program becomes `--param-name`;
 * where two parameters have the same kebab-case name, each keeps its name on the wire.
 */
function parameterOptions({ params }: Command, taken: readonly string[]): Option[] {
  const properties = Object.entries((params.properties ?? {}) as Record<string, JsonSchema>);
  const required = (params.required ?? []) as readonly string[];
  const short = properties.map(([name]) => kebab(name));
  return properties.map(([name, raw], at): Option => {
    const schema = schemaOf(params, raw);
    const own = short[at] ?? "";
    const isShared = short.indexOf(own) !== short.lastIndexOf(own);
    const flag = isShared ? name : own;
    const values = schema.enum?.map(String);
    return {
      name: taken.includes(flag) ? `param-${flag}` : flag,
      ...(isBoolean(schema, params) ? {} : { value: describeValue(schema, params) }),
      ...(values ? { values } : {}),
      ...(isList(schema, params) ? { multiple: true } : {}),
      text: String(raw.description ?? schema.description ?? ""),
      parameter: { name, schema, required: required.includes(name) },
    };
  });
}
