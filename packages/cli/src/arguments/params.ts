import type { JsonSchema } from "@chainkit/client/operations";
import { didYouMean, UsageError } from "@chainkit/command";
import { isBinary, isObject } from "@chainkit/openapi";
import { type Command, usageOf } from "../commands.ts";
import type { Given, Option } from "./options.ts";
import { readFileArgument, readJsonArgument, readValue } from "./value.ts";

/**
 * The parameters of a call, from flags and `--body`.
 *
 * @returns Values by their name on the wire, as the method of the client takes them.
 * @throws UsageError for a value that does not fit, a field given twice, or a required one missing.
 */
export async function readParams(
  command: Command,
  options: readonly Option[],
  given: Given,
): Promise<Record<string, unknown>> {
  const params: Record<string, unknown> = {};
  const parameters = options.filter(({ parameter }) => parameter);
  for (const option of parameters) {
    const texts = given.get(option.name);
    const { name = "", schema = {} } = option.parameter ?? {};
    if (texts) {
      params[name] = await readParameter(command, option, texts, name, schema);
    }
  }
  const [body] = parameters.some(({ name }) => name === "body") ? [] : (given.get("body") ?? []);
  if (body !== undefined) {
    addBody(params, await readBody(body, command), command);
  }
  const missing = parameters.filter(
    ({ parameter }) => parameter?.required && !Object.hasOwn(params, parameter.name),
  );
  if (missing.length > 0) {
    const names = missing.map(({ name, value }) => `--${name}${value ? ` <${value}>` : ""}`);
    throw new UsageError(
      `${command.name}: missing ${names.join(", ")}`,
      `See: ${usageOf(command.source)} ${command.name} --help`,
      missing[0]?.parameter?.name,
    );
  }
  return params;
}

async function readParameter(
  command: Command,
  option: Option,
  texts: readonly string[],
  name: string,
  schema: JsonSchema,
): Promise<unknown> {
  const [text = ""] = texts;
  const place = command.places[name];
  const refuse = (what: string) =>
    new UsageError(`${command.name}: --${option.name} ${what}`, "", name);
  if (place === "body" && command.hasRawBody) {
    return readFileArgument(text, refuse);
  }
  if (place === "field" && isBinary(command.params, schema)) {
    const file = await readFileArgument(text, refuse);
    if (typeof file === "string") {
      throw refuse("must be @<file>, or - for standard input");
    }
    return file;
  }
  return place === "body" && !schema.enum
    ? readJsonArgument(text, refuse)
    : readValue(option, texts, command.params, command.name);
}

async function readBody(argument: string, { name }: Command): Promise<object> {
  const refuse = (what: string) => new UsageError(`${name}: --body ${what}`, "", "body");
  const body = await readJsonArgument(argument, refuse);
  if (!isObject(body)) {
    throw refuse("must be a JSON object");
  }
  return body;
}

function addBody(params: Record<string, unknown>, body: object, { name, places }: Command): void {
  const fields = Object.keys(places).filter((field) => places[field] === "field");
  for (const [field, value] of Object.entries(body)) {
    if (!fields.includes(field)) {
      const hint = didYouMean(field, fields) || `Its fields are ${fields.join(", ")}.`;
      throw new UsageError(`${name}: --body has an unknown field ${field}`, hint, field);
    }
    if (Object.hasOwn(params, field)) {
      throw new UsageError(`${name}: ${field} is set by its flag and by --body`, "", field);
    }
    params[field] = value;
  }
}
