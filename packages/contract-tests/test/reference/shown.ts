import { isDeepStrictEqual } from "node:util";
import { isObject, itemsOf, responseFor } from "@chainkit/openapi";
import { successOf } from "../../src/cases/expect.ts";
import { exampleOf } from "../../src/cases/values.ts";
import { same } from "../../src/judge/leaves.ts";
import { keywordsOf } from "../../src/schema/walk.ts";
import type { Media, Operation, Response } from "../../src/spec/operations.ts";
import { type Answer, type Call, problem } from "./answers.ts";
import type { Form, Reason } from "./form.ts";

/** Examples of successful bodies that belong to the request. */
export function shownFor(operation: Operation, call: Call, { body }: Form): unknown[] {
  const asked = operation.parameters.filter(
    ({ in: place, clientOption }) => place === "path" && clientOption === undefined,
  );
  const isKnown =
    body === undefined || requestsOf(operation).some((request) => isWithin(body, request));
  return isKnown
    ? shown(operation).flatMap(([name, value]) =>
        asked.every((each) => same(exampleOf(each, name), call.parameters[each.name]))
          ? [value]
          : [],
      )
    : [];
}

/** All examples of successful bodies. */
export function allShown(operation: Operation): unknown[] {
  return shown(operation).map(([, value]) => value);
}

function shown(operation: Operation): [name: string, value: unknown][] {
  const media = successResponse(operation)?.media[0];
  // A success without a body has no example.
  return media ? examplesOf(media) : [["", undefined]];
}

/** All examples of request bodies. */
function requestsOf({ body }: Operation): unknown[] {
  return body ? examplesOf(body).map(([, value]) => value) : [];
}

/** Whether another body contains everything that a body does. */
function isWithin(body: unknown, whole: unknown): boolean {
  if (!isObject(body) || !isObject(whole)) {
    return isDeepStrictEqual(body, whole);
  }
  return Object.entries(body).every(([name, value]) => isDeepStrictEqual(value, whole[name]));
}

function successResponse(operation: Operation): Response | undefined {
  return operation.responses.find(({ status }) => status === successOf(operation));
}

/** The documented success with a body. */
export function success(operation: Operation, body: unknown): Answer {
  const status = Number(successOf(operation).replace(/XX$/i, "00"));
  return written(status, successResponse(operation), body);
}

/** The documented response with a status for this request. */
export function failure(
  operation: Operation,
  call: Call,
  status: number,
  reasons: readonly Reason[],
): Answer {
  const documented = responseFor(operation.responses, status);
  const [first] = reasons;
  if (!documented) {
    return problem(status, first?.reason ?? "", first?.name);
  }
  const media = documented.media[0];
  const [[, example] = []] = media ? examplesOf(media) : [];
  if (!isObject(example)) {
    return written(status, documented, example);
  }
  const { instance, ...rest } = example;
  const body = {
    ...rest,
    ...(instance === undefined ? {} : { instance: call.path }),
    ...("status" in rest ? { status } : {}),
    ...errorsOf(operation, media, example.errors, reasons),
  };
  return written(status, documented, body);
}

/** The list of errors, if the contract has one. */
function errorsOf(
  { spec }: Operation,
  media: Media | undefined,
  shownErrors: unknown,
  reasons: readonly Reason[],
): object {
  const properties = keywordsOf(spec, media?.schema).get("properties")?.value;
  const named = reasons.filter(({ name }) => name !== undefined);
  if (!isObject(properties) || !("errors" in properties) || named.length === 0) {
    return {};
  }
  const [first] = itemsOf(shownErrors);
  const like = isObject(first) ? first : {};
  return { errors: named.map(({ name, reason }) => ({ ...like, parameter: name, reason })) };
}

function written(status: number, documented: Response | undefined, body: unknown): Answer {
  const type = documented?.media[0]?.type;
  const required = (documented?.headers ?? []).filter((header) => header.required);
  const headers = required.map(({ name, sample }) => [name.toLowerCase(), String(sample())]);
  return {
    status,
    headers: {
      ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
      ...(type === undefined ? {} : { "content-type": type }),
      ...Object.fromEntries(headers),
    },
    body: type === undefined || !/json\b/.test(type) ? Buffer.from(String(body ?? "")) : body,
  };
}

function examplesOf({ examples, sample }: Pick<Media, "examples" | "sample">): [string, unknown][] {
  return examples.size > 0 ? [...examples] : [["", sample()]];
}
