import { entriesOf } from "@chainkit/openapi";
import { successOf } from "../cases/expect.ts";
import { type Known, RESPONSE } from "../cases/values.ts";
import { faultsOfText, requestFaults } from "../schema/validator.ts";
import { keywordsOf, undescribed } from "../schema/walk.ts";
import { type Operation, operationsOf } from "../spec/operations.ts";
import type { Spec } from "../spec/spec.ts";

/**
 * Checks known values against the contract, because a misspelt name would be ignored, and an invalid
 * value would be reported as a failure of the target.
 *
 * @throws Error naming operation, parameter and what is expected.
 */
export function checkKnown(known: Known, specs: readonly Spec[]): void {
  const operations = specs.flatMap(operationsOf);
  for (const [id, calls] of Object.entries(known)) {
    const operation = operations.find((each) => each.id === id);
    if (!operation) {
      const ids = operations.map((each) => each.id);
      throw new Error(`known values: unknown operation "${id}"; expected one of ${ids.join(", ")}`);
    }
    for (const params of calls) {
      checkCall(operation, params);
    }
  }
}

function checkCall(operation: Operation, params: Readonly<Record<string, unknown>>): void {
  const { id, parameters, spec } = operation;
  const schemas = new Map<string, unknown>([
    ...parameters
      .filter(({ clientOption }) => clientOption === undefined)
      .map(({ name, schema }) => [name, schema] as const),
    ...bodyFields(operation),
  ]);
  for (const [name, value] of Object.entries(params)) {
    if (name === RESPONSE) {
      checkResponse(operation, value);
      continue;
    }
    const schema = schemas.get(name);
    if (schema === undefined) {
      throw new Error(
        `known values of ${id}: unknown parameter "${name}"; expected ${[...schemas.keys()].join(", ")}`,
      );
    }
    const isBody = !parameters.some((each) => each.name === name);
    const [fault] = (isBody ? requestFaults : faultsOfText)(spec, schema, value);
    if (fault) {
      throw new Error(
        `known values of ${id}: ${name} ${fault.message}; received ${JSON.stringify(value)}`,
      );
    }
  }
  const missing = parameters.find(
    ({ name, required, clientOption }) =>
      required && clientOption === undefined && !(name in params),
  );
  if (missing) {
    throw new Error(`known values of ${id}: ${missing.name} is required; add it to each call`);
  }
}

/** A misspelt field would be reported as missing from the responses of the target. */
function checkResponse(operation: Operation, stated: unknown): void {
  const { id, safe, spec, responses } = operation;
  if (!safe) {
    throw new Error(
      `known values of ${id}: ${RESPONSE} is checked for read operations only; remove it`,
    );
  }
  const success = responses.find(({ status }) => status === successOf(operation));
  for (const { place, expected } of undescribed(
    spec,
    success?.media[0]?.schema,
    stated,
    RESPONSE,
  )) {
    const names = expected.join(", ");
    throw new Error(`known values of ${id}: unknown field ${place}; expected one of ${names}`);
  }
}

function bodyFields({ body, spec }: Operation): [string, unknown][] {
  return entriesOf(keywordsOf(spec, body?.schema).get("properties")?.value);
}
