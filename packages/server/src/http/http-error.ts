import { readFileSync } from "node:fs";
import {
  PROBLEM_PAGE_HEADERS,
  type ProblemType,
  problemPage,
  problemUri,
} from "@chainkit/openapi/http";
import type { FastifyInstance } from "fastify";
import type { ErrorStyle } from "./spec.ts";

export interface InvalidParameter {
  readonly parameter: string;
  readonly reason: string;
}

/** The statuses of all errors; each has an entry in the catalogue of errors. */
export const ERROR_STATUSES = [
  400, 401, 404, 405, 408, 409, 413, 414, 415, 417, 429, 431, 500, 501, 502, 503, 504,
] as const;

type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** Entries of the catalogue that are not the first of their status. */
export const PROBLEM_NAMES = [
  "malformed-request",
  "chain-not-served",
  "unknown-path",
  "balance-pending",
  "balance-unreadable",
] as const;

type ProblemName = (typeof PROBLEM_NAMES)[number];

/**
 * An error response. The message is sent to the caller and must not contain secrets.
 *
 * @example
 * throw new HttpError(404, "ethereum has no such transaction.");
 */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: ErrorStatus;
  /** Name in the catalogue of errors; undefined: the first one of the status. */
  readonly problem: ProblemName | undefined;
  /** Invalid parameters, for status 400. */
  readonly errors: readonly InvalidParameter[] | undefined;
  /** Response headers; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ErrorStatus,
    detail: string,
    options: Partial<Pick<HttpError, "problem" | "errors" | "headers">> = {},
  ) {
    super(detail);
    this.status = status;
    this.problem = options.problem;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** Creates a 404. @param problem Name in the catalogue of errors. Default: `not-found`. */
export function notFound(detail: string, problem?: ProblemName): HttpError {
  return new HttpError(404, detail, problem && { problem });
}

/** Creates a 400 that names each invalid parameter. */
export function invalid(errors: readonly InvalidParameter[]): HttpError {
  const detail =
    errors.length === 1 ? "One parameter is invalid." : `${errors.length} parameters are invalid.`;
  return new HttpError(400, detail, { errors });
}

/** Creates a 429 with the time to wait in whole seconds. @param what Plural noun of what there was too much of. */
export function tooManyRequests(waitMs: number, what = "requests"): HttpError {
  const seconds = Math.ceil(waitMs / 1000);
  const detail = `Too many ${what}. Wait ${seconds} second${seconds === 1 ? "" : "s"}.`;
  return new HttpError(429, detail, { headers: { "retry-after": String(seconds) } });
}

/** Copied by the build. The path is the same from `src` and `dist`. */
const CATALOGUE = new URL("../../dist/problems.json", import.meta.url);

export const PROBLEM_TYPES: readonly ProblemType[] = JSON.parse(readFileSync(CATALOGUE, "utf8"));

/** Returns the entry of an error in the catalogue, which a test compares with the errors. */
export function problemTypeOf({ problem, status }: HttpError): ProblemType {
  const type = PROBLEM_TYPES.find((each) =>
    problem === undefined ? each.status === status : each.name === problem,
  );
  return type as ProblemType;
}

export function addProblemPages(app: FastifyInstance): void {
  for (const type of PROBLEM_TYPES) {
    const page = problemPage(type);
    app.get(problemUri(type), (_request, reply) => {
      reply.headers(PROBLEM_PAGE_HEADERS).send(page);
    });
  }
}

/** Serializes an error in the form of an area. @param instance Path and query of the request. */
export function errorBody(style: ErrorStyle, error: HttpError, instance: string) {
  const { status, message, errors } = error;
  if (style === "problem") {
    // RFC 9457.
    const type = problemTypeOf(error);
    const body = {
      type: problemUri(type),
      title: type.title,
      status,
      detail: message,
      instance: uriReference(instance),
      errors,
    };
    return { type: "application/problem+json", text: JSON.stringify(body) };
  }
  const text = errors?.map(({ parameter, reason }) => `${parameter}: ${reason}`).join("; ");
  const msg = text ?? message;
  const body =
    style === "envelope"
      ? // `code` is the HTTP status, never 0, which means success.
        { code: status, data: {}, msg }
      : { errors: [{ message: msg, extensions: { status } }] };
  return { type: "application/json; charset=utf-8", text: JSON.stringify(body) };
}

/** Maximum number of characters of the URL in `instance`. */
const MAX_INSTANCE = 1024;

/** Escapes a request target, which may be any text, into a valid URI reference. */
function uriReference(url: string): string {
  return url
    .slice(0, MAX_INSTANCE)
    .toWellFormed()
    .replace(/%(?![0-9a-f]{2})/gi, "%25")
    .replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent);
}
