import { readFile } from "node:fs/promises";
import { STATUS_CODES } from "node:http";
import {
  PROBLEM_PAGE_HEADERS,
  type ProblemType,
  problemPage,
  problemUri,
} from "@chainkit/openapi/http";
import type { MockRequest } from "./request.ts";

/** Error of the mock itself, used if the spec documents no response. */
export interface Problem {
  readonly status: number;
  readonly detail: string;
  /** Name of its type in the catalogue. Default: the first type of the status. */
  readonly name?: string;
  /** Invalid parameters and headers. */
  readonly errors?: readonly { readonly parameter: string; readonly reason: string }[];
}

/** HTTP response. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as text; undefined if there is none. */
  readonly body?: string;
  /** Replaces the body by problem details, once the type is known. */
  readonly problem?: Problem;
}

/** Creates the response of an error of the mock itself. */
export function problem(
  status: number,
  detail: string,
  more: Pick<Problem, "name" | "errors"> & { headers?: Readonly<Record<string, string>> } = {},
): MockResponse {
  const { headers = {}, ...rest } = more;
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    problem: { status, detail, ...rest },
  };
}

/** The error types that a mock sends; none for documents other than the chainkit APIs. */
export type ProblemTypes = readonly ProblemType[];

/** Copied by the build; the path is the same from `src` and `dist`. */
const CATALOGUE = new URL("../dist/problems.json", import.meta.url);

/** Reads the catalogue of errors of the chainkit APIs. */
export async function readProblemTypes(): Promise<ProblemTypes> {
  return JSON.parse(await readFile(CATALOGUE, "utf8"));
}

/** Writes the body of an error of the mock as problem details (RFC 9457), with its type if it has one. */
export function withBody(response: MockResponse, types: ProblemTypes): MockResponse {
  if (response.problem === undefined) {
    return response;
  }
  const { name, status, detail, errors } = response.problem;
  const type = types.find((each) =>
    name === undefined ? each.status === status : each.name === name,
  );
  const body = {
    type: type ? problemUri(type) : "about:blank",
    title: type?.title ?? STATUS_CODES[status] ?? "Error",
    status,
    detail,
    ...(errors ? { errors } : {}),
  };
  return { ...response, body: JSON.stringify(body) };
}

/** Responds with the page of an error type; undefined if the request is for something else. */
export function respondWithPage(
  types: ProblemTypes,
  method: string,
  { path }: MockRequest,
): MockResponse | undefined {
  const type = types.find((each) => path === problemUri(each));
  if (!type || (method !== "GET" && method !== "HEAD")) {
    return undefined;
  }
  return { status: 200, headers: PROBLEM_PAGE_HEADERS, body: problemPage(type) };
}
