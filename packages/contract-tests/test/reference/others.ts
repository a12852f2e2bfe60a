import { isObject, itemsOf } from "@chainkit/openapi";
import { type CallParams, type Known, valuesFor } from "../../src/cases/values.ts";
import { filtersOf } from "../../src/invariants/filter.ts";
import { listingOf } from "../../src/invariants/listing.ts";
import { leavesAt, same } from "../../src/judge/leaves.ts";
import { keywordsOf } from "../../src/schema/walk.ts";
import type { Operation, Response } from "../../src/spec/operations.ts";
import type { Answer, Call } from "./answers.ts";
import { type Form, formOf, type Reason } from "./form.ts";
import { problemShown } from "./problems.ts";
import { allShown, failure, shownFor, success } from "./shown.ts";

/** Shared by operations with and without data: credentials and cursors. */
interface Common {
  admits(call: Call): boolean;
  /** The position in a cursor; undefined if it is not one of this listing. */
  decodeCursor(call: Call, text: string): number | undefined;
  encodeCursor(call: Call, position: number): string | null;
}

/**
 * The operations that the reference has no data for. The contract's examples are what exists there:
 * requests are held against the contract, found is what an example shows, listings are made of the
 * records of their examples, and errors have the documented form. Nothing is remembered.
 */
export class Others {
  readonly operations: readonly Operation[];

  constructor(operations: readonly Operation[]) {
    this.operations = operations;
  }

  find({ operation: wanted }: Pick<Call, "operation">): Operation | undefined {
    return this.operations.find(({ id }) => id === wanted);
  }

  answer(operation: Operation, call: Call, service: Common): Answer {
    if (!service.admits(call)) {
      return failure(operation, call, 401, []);
    }
    const form = formOf(operation, call);
    const { reasons } = form;
    if (reasons.length > 0) {
      return this.refuse(operation, call, reasons);
    }
    const problem = problemShown(operation, call);
    if (problem) {
      return failure(operation, call, problem.status, problem.reasons);
    }
    const isDocumented = operation.responses.some(({ status }) => status === "404");
    const found = shownFor(operation, call, form);
    if (found.length === 0 && isDocumented) {
      return failure(operation, call, 404, []);
    }
    const bodies = found.length > 0 ? found : allShown(operation);
    return operation.pagination
      ? this.page(operation, call, form, bodies, service)
      : success(operation, bodies[0]);
  }

  refuse(operation: Operation, call: Call, reasons: readonly Reason[]): Answer {
    const documented = operation.responses.map(({ status }) => status);
    const status = !documented.includes("400") && documented.includes("422") ? 422 : 400;
    return failure(operation, call, status, reasons);
  }

  page(
    operation: Operation,
    call: Call,
    { parameters }: Form,
    bodies: readonly unknown[],
    service: Common,
  ): Answer {
    const { cursorParameter = "", cursorField = "", itemsField = "" } = operation.pagination ?? {};
    const pages = bodies.filter(isObject);
    const [first = {}] = pages;
    const cursor = parameters[cursorParameter] ?? "";
    const start = cursor === "" ? 0 : service.decodeCursor(call, String(cursor));
    if (start === undefined) {
      const reason = "is not a cursor of this listing";
      return this.refuse(operation, call, [{ name: cursorParameter, reason }]);
    }
    const all = distinct(pages.flatMap((page) => itemsOf(page[itemsField])));
    const records = all.filter((record) => passes(operation, parameters, record));
    const end = start + sizeOf(operation, parameters, itemsOf(first[itemsField]).length);
    const items = records.slice(start, end);
    const last = pages.find((page) => typeof page[cursorField] !== "string");
    const none = last ? last[cursorField] : null;
    return success(operation, {
      ...first,
      [itemsField]: items,
      [cursorField]: end < records.length ? service.encodeCursor(call, end) : none,
      ...("resultCount" in first ? { resultCount: items.length } : {}),
    });
  }

  /** Calls that succeed there. */
  known(): Known {
    const offered = this.operations.filter(
      ({ safe, responses }) => safe && responses.every(isReachable),
    );
    return Object.fromEntries(offered.map((operation) => [operation.id, knownOf(operation)]));
  }
}

/** Whether the suite can bring a status about where it knows what exists, or no caller can. */
function isReachable({ status }: Response, _: number, all: readonly Response[]): boolean {
  const refusal = all.some((each) => each.status === "400") ? "400" : "422";
  return status === refusal || /^(2..|401|404|429|5..|default)$/i.test(status);
}

function knownOf(operation: Operation): CallParams[] {
  const shown = valuesFor(operation, { isPrism: true, options: {}, known: {} });
  const needed = operation.parameters.filter(
    ({ required, clientOption }) => required && clientOption === undefined,
  );
  const flats = shown.map(({ parameters, body }) => ({
    ...Object.fromEntries(needed.map(({ name }) => [name, parameters[name]])),
    ...(isObject(body) ? body : {}),
  }));
  return distinct(flats) as CallParams[];
}

/** Page size: as requested, the default, or that of the first example. */
function sizeOf(operation: Operation, parameters: CallParams, shown: number): number {
  const limit = operation.parameters.find(({ name }) => name === "limit");
  const usual = keywordsOf(operation.spec, limit?.schema).get("default")?.value;
  return Number(parameters.limit ?? usual ?? Math.max(1, shown));
}

function passes(operation: Operation, parameters: CallParams, record: unknown): boolean {
  const listing = listingOf(operation);
  if (!listing) {
    return true;
  }
  return filtersOf(listing).every(({ parameter, place }) => {
    const value = parameters[parameter.name];
    return value === undefined || leavesAt(record, place).some((leaf) => same(value, leaf));
  });
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
