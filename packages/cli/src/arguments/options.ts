import type { JsonSchema } from "@chainkit/client/operations";
import { kebab } from "@chainkit/command";
import { schemaOf } from "@chainkit/openapi";
import type { Command } from "../commands.ts";
import { variableOf } from "../source.ts";
import { ALL, BODY, GENERAL, MAX, SUCCESS_CODES, WATCH, WATCHED_MAX } from "./general.ts";
import type { Option } from "./option.ts";
import { describeValue, isBoolean, isList } from "./schema.ts";

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
