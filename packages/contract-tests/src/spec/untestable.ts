import { type JsonObject, jsonTypes, type SchemaOrBoolean } from "@chainkit/openapi";
import { asRead } from "../cases/wire.ts";
import { singleCredentials } from "../http/credential.ts";
import { validatorOf } from "../schema/validator.ts";
import type { Operation, Parameter } from "./operations.ts";

/** The style of each place that requests are written in. */
const STYLES: Readonly<Record<string, string>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
};

/**
 * Says why the suite cannot send the requests of an operation: it writes JSON bodies, plain parameters, and lists in the
 * query, sends one credential, and begins with a request that is valid.
 *
 * @returns The place and the reason; undefined if it can.
 */
export function untestable(operation: Operation): string | undefined {
  const { id, parameters, body, auth, security, spec } = operation;
  if (body && !body.isJson) {
    return `${id} (requestBody: ${body.type} is not supported)`;
  }
  const styled = parameters.find((each) => !isPlain(spec.document, each));
  if (styled) {
    return `${id} (${styled.in} parameter ${styled.name}: its style is not supported)`;
  }
  if (auth === "required" && singleCredentials(security).length === 0) {
    return `${id} (security: no alternative is a single credential that can be sent)`;
  }
  const reason = withoutSample(operation);
  return reason && `${id} (${reason})`;
}

/** Says why no valid request can be made; undefined if one can. Examples that are invalid are faults to report. */
function withoutSample(operation: Operation): string | undefined {
  const { id, parameters, body, spec } = operation;
  const validator = validatorOf(spec);
  const faultOf = (place: string, schema: SchemaOrBoolean | undefined, value: unknown) => {
    const [fault] = typeof schema === "object" ? validator.faults(schema, value) : [];
    return fault && `${place}: the value made from its schema ${fault.message}; add an example`;
  };
  try {
    for (const { name, in: place, required, examples, schema, sample } of parameters) {
      const value = required && examples.size === 0 ? sample() : undefined;
      const fault =
        value === undefined
          ? undefined
          : faultOf(`${place} parameter ${name}`, schema, asRead(spec, schema, value));
      if (fault) {
        return fault;
      }
    }
    return body && body.examples.size === 0
      ? faultOf("requestBody", body.schema, body.sample())
      : undefined;
  } catch (error) {
    return (error as Error).message.split(`, ${id}: `).at(-1);
  }
}

function isPlain(document: JsonObject, { in: place, style, explode, media, schema }: Parameter) {
  const types = jsonTypes(document, schema) ?? new Set();
  const isList = types.has("array");
  return (
    media === undefined &&
    style === STYLES[place] &&
    !types.has("object") &&
    (!isList || (place === "query" && explode))
  );
}
