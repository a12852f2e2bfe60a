import { isDeepStrictEqual } from "node:util";
import { asObject, isObject, itemsOf, readRequest, responseFor } from "@chainkit/openapi";
import { successOf } from "../../src/cases/expect.ts";
import { BY_REQUEST, valueIn } from "../../src/cases/instances.ts";
import { type CallParams, exampleOf, type Known, valuesFor } from "../../src/cases/values.ts";
import { filtersOf } from "../../src/invariants/filter.ts";
import { listingOf } from "../../src/invariants/listing.ts";
import { leavesAt, same } from "../../src/judge/leaves.ts";
import { keywordsOf } from "../../src/schema/walk.ts";
import type { Media, Operation, Response } from "../../src/spec/operations.ts";
import { type Answer, type Call, problem } from "./answers.ts";

/** Shared by operations with and without data: credentials and cursors. */
interface Common {
  admits(call: Call): boolean;
  /** The position in a cursor; undefined if it is not one of this listing. */
  decodeCursor(call: Call, text: string): number | undefined;
  encodeCursor(call: Call, position: number): string | null;
}

/** One violation of a request: the parameter or field of the body at fault, or else the body as a whole. */
interface Reason {
  readonly name?: string;
  readonly reason: string;
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
      return failure(operation, call, 401);
    }
    const { parameters, body, reasons } = formOf(operation, call);
    if (reasons.length > 0) {
      return refusal(operation, call, reasons);
    }
    const shown = problemShown(operation, call);
    if (shown) {
      return shown;
    }
    const found = shownFor(operation, call, body);
    if (found.length === 0 && operation.responses.some(({ status }) => status === "404")) {
      return failure(operation, call, 404);
    }
    const bodies = found.length > 0 ? found : successes(operation).map(([, value]) => value);
    return operation.pagination
      ? this.page(operation, call, parameters, bodies, service)
      : success(operation, bodies[0]);
  }

  page(
    operation: Operation,
    call: Call,
    parameters: CallParams,
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
      return refusal(operation, call, [{ name: cursorParameter, reason }]);
    }
    const all = distinct(pages.flatMap((page) => itemsOf(page[itemsField])));
    const records = all.filter((record) => passes(operation, parameters, record));
    const end = start + sizeOf(operation, parameters, itemsOf(first[itemsField]).length);
    const items = records.slice(start, end);
    // The examples say whether the last page has a null, or nothing.
    const { [cursorField]: none } = pages.find((page) => typeof page[cursorField] !== "string") ?? {
      [cursorField]: null,
    };
    return success(operation, {
      ...first,
      [itemsField]: items,
      [cursorField]: end < records.length ? service.encodeCursor(call, end) : none,
      ...("resultCount" in first && { resultCount: items.length }),
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

/** Parses a request according to its operation, with all violations. */
function formOf({ spec, stated, body: documented }: Operation, call: Call) {
  const { path, query, headers, text } = call;
  const body = text.toString();
  const header = (name: string) => headers[name.toLowerCase()]?.toString();
  const sent = { path, query: query.toString(), header, body };
  const { params, faults } = readRequest(spec.document, stated, sent);
  const reasons = faults.map(({ name, reason }): Reason => {
    const [field = ""] = name.split(/[.[]/);
    return field === "" ? { reason } : { name: field, reason };
  });
  if (!text.equals(Buffer.from(body))) {
    reasons.push({ reason: "the body is not UTF-8" });
  }
  const isRead = documented !== undefined && body !== "" && reasons.length === 0;
  return { parameters: params, body: isRead ? JSON.parse(body) : undefined, reasons };
}

/** The problem that belongs to this request by the contract's examples, which no schema tells of. */
function problemShown(operation: Operation, call: Call): Answer | undefined {
  const { path, query, parameters } = call;
  // Where there is a body, the address alone is not the request.
  const responses = operation.body ? [] : operation.responses;
  for (const { status, media } of responses.filter((each) => BY_REQUEST.test(each.status))) {
    for (const example of media.flatMap(({ examples }) => [...examples.values()])) {
      const { instance, errors } = asObject(example);
      if (typeof instance !== "string") {
        continue;
      }
      const reasons = itemsOf(errors)
        .map(asObject)
        .map((each) => ({ name: String(each.parameter), reason: String(each.reason) }));
      // A request is meant that is the example's, or has the value at fault in it.
      const [first] = reasons;
      const wrong = first && valueIn(operation, instance, first.name);
      const isMeant = first
        ? wrong !== undefined && wrong === (query.get(first.name) ?? parameters[first.name])
        : instance === (query.size > 0 ? `${path}?${query}` : path);
      if (isMeant) {
        return failure(operation, call, Number(status), reasons);
      }
    }
  }
  return undefined;
}

/** Examples of successful bodies that belong to the request. */
function shownFor(operation: Operation, call: Call, body: unknown): unknown[] {
  const asked = operation.parameters.filter(
    ({ in: place, clientOption }) => place === "path" && clientOption === undefined,
  );
  const requests = operation.body ? examplesOf(operation.body) : [];
  const isKnown = body === undefined || requests.some(([, request]) => isWithin(body, request));
  const isMeant = (name: string) =>
    asked.every((each) => same(exampleOf(each, name), call.parameters[each.name]));
  return successes(operation).flatMap(([name, value]) => (isKnown && isMeant(name) ? [value] : []));
}

/** Whether another body contains everything that a body does. */
function isWithin(body: unknown, whole: unknown): boolean {
  return isObject(body) && isObject(whole)
    ? Object.entries(body).every(([name, value]) => isDeepStrictEqual(value, whole[name]))
    : isDeepStrictEqual(body, whole);
}

/** All examples of successful bodies; a success without a body has none. */
function successes(operation: Operation): [name: string, value: unknown][] {
  const [media] = successResponse(operation)?.media ?? [];
  return media ? examplesOf(media) : [["", undefined]];
}

function successResponse(operation: Operation): Response | undefined {
  return operation.responses.find(({ status }) => status === successOf(operation));
}

/** The documented success with a body. */
function success(operation: Operation, body: unknown): Answer {
  const status = Number(successOf(operation).replace(/XX$/i, "00"));
  return written(status, successResponse(operation), body);
}

function refusal(operation: Operation, call: Call, reasons: readonly Reason[]): Answer {
  const documented = operation.responses.map(({ status }) => status);
  const status = !documented.includes("400") && documented.includes("422") ? 422 : 400;
  return failure(operation, call, status, reasons);
}

/** The documented response with a status for this request. */
export function failure(
  operation: Operation,
  { path }: Call,
  status: number,
  reasons: readonly Reason[] = [],
): Answer {
  const documented = responseFor(operation.responses, status);
  const [first] = reasons;
  if (!documented) {
    return problem(status, first?.reason ?? "", first?.name);
  }
  const [media] = documented.media;
  const [[, example] = []] = media ? examplesOf(media) : [];
  if (!isObject(example)) {
    return written(status, documented, example);
  }
  const properties = keywordsOf(operation.spec, media?.schema).get("properties")?.value;
  const named = "errors" in asObject(properties) ? reasons.filter(({ name }) => name) : [];
  const like = asObject(itemsOf(example.errors)[0]);
  const errors = named.map(({ name, reason }) => ({ ...like, parameter: name, reason }));
  const { errors: _, ...rest } = example;
  const body = {
    ...(errors.length > 0 ? { ...rest, errors } : example),
    ...(example.instance !== undefined && { instance: path }),
    ...("status" in example && { status }),
  };
  return written(status, documented, body);
}

function written(status: number, documented: Response | undefined, body: unknown): Answer {
  const type = documented?.media[0]?.type;
  const required = (documented?.headers ?? []).filter((header) => header.required);
  const headers = required.map(({ name, sample }) => [name.toLowerCase(), String(sample())]);
  return {
    status,
    headers: {
      ...(status === 401 && { "www-authenticate": "Bearer" }),
      ...(type !== undefined && { "content-type": type }),
      ...Object.fromEntries(headers),
    },
    body: type === undefined || !/json\b/.test(type) ? Buffer.from(String(body ?? "")) : body,
  };
}

function examplesOf({ examples, sample }: Pick<Media, "examples" | "sample">): [string, unknown][] {
  return examples.size > 0 ? [...examples] : [["", sample()]];
}

/** Whether the suite can bring a status about where it knows what exists, or no caller can. */
function isReachable({ status }: Response, _: number, all: readonly Response[]): boolean {
  const refused = all.some((each) => each.status === "400") ? "400" : "422";
  return status === refused || /^(2..|401|404|429|5..|default)$/i.test(status);
}

function knownOf(operation: Operation): CallParams[] {
  const shown = valuesFor(operation, { isPrism: true, options: {}, known: {} });
  const needed = operation.parameters.filter(
    ({ required, clientOption }) => required && clientOption === undefined,
  );
  const flats = shown.map(({ parameters, body }) => ({
    ...Object.fromEntries(needed.map(({ name }) => [name, parameters[name]])),
    ...asObject(body),
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
  const filters = listing ? filtersOf(listing) : [];
  return filters.every(({ parameter, place }) => {
    const value = parameters[parameter.name];
    return value === undefined || leavesAt(record, place).some((leaf) => same(value, leaf));
  });
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
