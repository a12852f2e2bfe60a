import { isObject, itemsOf, typed } from "@chainkit/openapi";
import { typesOf } from "../../src/cases/wire.ts";
import { requestFaults } from "../../src/schema/validator.ts";
import { keywordsOf } from "../../src/schema/walk.ts";
import type { Operation, Parameter } from "../../src/spec/operations.ts";
import type { Call } from "./answers.ts";

/** One violation of a request. */
export interface Reason {
  /** The parameter or field of the body at fault; absent: the body as a whole. */
  readonly name?: string;
  readonly reason: string;
}

/** A request parsed according to the contract. */
export interface Form {
  /** Parameters by name, where they came. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly reasons: readonly Reason[];
}

/** Parses a request according to its operation, and returns all violations. */
export function formOf(operation: Operation, call: Call): Form {
  const reasons: Reason[] = [];
  const parameters: Record<string, unknown> = {};
  const { spec } = operation;
  for (const parameter of operation.parameters) {
    const { name, schema, required } = parameter;
    const texts = textsOf(call, parameter);
    if (texts.length === 0) {
      if (required) {
        reasons.push({ name, reason: "is missing" });
      }
      continue;
    }
    const value = typed(
      spec.document,
      schema,
      typesOf(spec, schema).has("array") ? texts : texts.at(-1),
    );
    parameters[name] = value;
    const [fault] = requestFaults(spec, schema, value);
    if (fault) {
      reasons.push({ name, reason: fault.message });
    }
  }
  const { body, faults } = readBody(operation, call);
  return { parameters, body, reasons: [...reasons, ...faults] };
}

function textsOf({ parameters, query, headers }: Call, { name, in: place }: Parameter): string[] {
  if (place === "query") {
    return query.getAll(name);
  }
  const cookies = new Map(
    headers.cookie?.split("; ").map((each) => each.split("=") as [string, string]),
  );
  const text = {
    path: parameters[name],
    header: headers[name.toLowerCase()],
    cookie: cookies.get(name),
  }[place];
  return text === undefined ? [] : [text].flat();
}

function readBody(operation: Operation, call: Call): { body?: unknown; faults: Reason[] } {
  const { body: documented, spec } = operation;
  if (!documented) {
    return { faults: [] };
  }
  if (call.text.length === 0) {
    return { faults: documented.required ? [{ reason: "a body is required" }] : [] };
  }
  const [type] = call.contentType.split(";");
  if (type !== documented.type) {
    return { faults: [{ reason: `the body must be ${documented.type}` }] };
  }
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(call.text));
  } catch {
    return { faults: [{ reason: "the body is not JSON" }] };
  }
  const schema = documented.schema ?? {};
  const missing = itemsOf(keywordsOf(spec, schema).get("required")?.value)
    .map(String)
    .filter((name) => isObject(body) && !(name in body));
  const faults = requestFaults(spec, schema, body).map(({ place, message }): Reason => {
    const [, name] = place.split("/");
    return name === undefined ? { reason: message } : { name, reason: message };
  });
  return { body, faults: [...missing.map((name) => ({ name, reason: "is missing" })), ...faults] };
}
