import { itemsOf } from "@chainkit/openapi";
import { exampleOf } from "../cases/values.ts";
import { leavesAt, leavesOf, same } from "../judge/leaves.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { agree, field } from "./facts.ts";
import type { Invariant } from "./invariant.ts";

/** A response of the contract's examples, and what the parameter was. */
interface Pair {
  readonly value: unknown;
  readonly body: unknown;
}

/**
 * A response belongs to what was asked for: where every example of an operation repeats a parameter at
 * one place, so must every response. Chance is ruled out by several values, or by the same name.
 */
export function echoInvariants(operation: Operation): Invariant[] {
  const asked = operation.parameters.filter(
    ({ in: place, clientOption }) => place === "path" && clientOption === undefined,
  );
  return asked.flatMap((parameter) => {
    const pairs = pairsOf(operation, parameter);
    const places = placesOf(parameter, pairs);
    const one = places.map((place) => invariant(operation, parameter, place));
    return one.length > 0 ? one : somewhere(operation, parameter, pairs);
  });
}

function pairsOf({ responses }: Operation, parameter: Parameter): Pair[] {
  const success = responses.find(({ status }) => status.startsWith("2"));
  const examples = success?.media[0]?.examples ?? new Map<string, unknown>();
  return [...examples].map(([name, body]) => ({ value: exampleOf(parameter, name), body }));
}

function placesOf({ name }: Parameter, pairs: readonly Pair[]): string[] {
  // A word such as `latest` is an alias of a value, and is not repeated.
  const literal = pairs.filter(({ value }) => /\d/.test(String(value)));
  const places = new Set(literal.flatMap(({ body }) => leavesOf(body).map(([place]) => place)));
  const isVaried = new Set(literal.map(({ value }) => String(value))).size > 1;
  return [...places].filter((place) => {
    const repeats = literal.every(({ value, body }) => {
      const leaves = leavesAt(body, place);
      return leaves.length > 0 && leaves.every((leaf) => same(value, leaf));
    });
    return repeats && (isVaried || plain(place).endsWith(plain(name)));
  });
}

function invariant(operation: Operation, parameter: Parameter, place: string): Invariant {
  const { name, description } = parameter;
  return {
    name: `${place.slice(1)} equals the requested ${name}`,
    basis: description,
    operation: operation.id,
    needs: ["known", "harmless"],
    check: async (fixture, params) => {
      fixture.skip(`the known values have no ${name} that a response repeats`);
      const value = params[name] ?? exampleOf(parameter);
      if (!/\d/.test(String(value))) {
        return;
      }
      const { body } = await fixture.call(operation.id, params);
      for (const leaf of leavesAt(body, place)) {
        fixture.assert(agree(value, leaf), `${place.slice(1)} is ${value}`, String(leaf));
      }
    },
  };
}

/** For lists whose every record names the parameter somewhere, such as sender or recipient. */
function somewhere(
  operation: Operation,
  parameter: Parameter,
  pairs: readonly Pair[],
): Invariant[] {
  const { name, description } = parameter;
  const itemsField = operation.pagination?.itemsField ?? "";
  const recordsOf = (body: unknown) => itemsOf(field(body, itemsField));
  const places = new Set(
    pairs.flatMap(({ value, body }) =>
      recordsOf(body).flatMap((record) =>
        leavesOf(record).flatMap(([place, leaf]) => (isLike(value, leaf) ? [place] : [])),
      ),
    ),
  );
  // What a record leaves null or out at such a place may be the value, told by another operation.
  const names = (record: unknown, value: unknown) => {
    const leaves = leavesOf(record);
    const isOpen = [...places].some((place) =>
      leaves.every(([each, leaf]) => each !== place || leaf === null),
    );
    return isOpen || leaves.some(([, leaf]) => same(value, leaf));
  };
  const all = pairs.flatMap(({ value, body }) =>
    recordsOf(body).map((record) => names(record, value)),
  );
  if (all.length < 2 || all.includes(false)) {
    return [];
  }
  return [
    {
      name: `every record contains the requested ${name}`,
      basis: description,
      operation: operation.id,
      needs: ["known"],
      check: async (fixture, params) => {
        fixture.skip("the listings are empty");
        const value = params[name] ?? exampleOf(parameter);
        const { body } = await fixture.call(operation.id, params);
        for (const record of recordsOf(body)) {
          const expected = `every record contains ${value}`;
          fixture.assert(names(record, value), expected, JSON.stringify(record));
        }
      },
    },
  ];
}

/** Whether two texts are of the same kind, such as two addresses. */
function isLike(one: unknown, other: unknown): boolean {
  const [left, right] = [String(one), String(other)];
  return left.length === right.length && left.slice(0, 2) === right.slice(0, 2);
}

function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}
