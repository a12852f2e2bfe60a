import { type Document, type OperationObject, type ResponseObject, resolve } from "../openapi.ts";
import type { Report } from "../problems.ts";
import type { ErrorModel } from "./model.ts";

interface ResponseModel {
  /** The type of a success, as TypeScript. */
  readonly response: string;
  readonly responseDescription: string;
  /** A success may come without a body. */
  readonly noContent: boolean;
  /** The JSON types of the successes, one of which the body has. */
  readonly bodies: readonly SuccessBody[];
  readonly errors: readonly ErrorModel[];
}

interface SuccessBody {
  readonly status: string;
  readonly media: string;
}

interface Documented {
  readonly status: string;
  readonly response: ResponseObject;
}

/** `application/json`, `application/problem+json`, either with parameters. */
function isJson(media: string): boolean {
  return /^application\/(json|[^;]+\+json)\s*(;|$)/i.test(media);
}

/**
 * The answers of an operation. A success is what is documented for 2xx statuses or for `2XX`, or, if
 * nothing is, for `default`. Every other documented answer is an error, but for 1xx, which a client
 * never sees: `4XX` and `default` stand for the statuses that are not listed themselves.
 */
export function readResponses(
  document: Document,
  method: string,
  operation: OperationObject,
  type: string,
  report: Report,
): ResponseModel {
  const documented = Object.entries(operation.responses ?? {}).map(([status, response]) => ({
    status,
    response: resolve<ResponseObject>(document, response),
  }));
  const listed = documented.filter(({ status }) => /^2/.test(status));
  const successes = listed.length > 0 ? listed : documented.filter((entry) => isDefault(entry));
  if (successes.length === 0) {
    report("responses", "no success is documented", "document a 2xx response");
  }
  const bodies: SuccessBody[] = [];
  let noContent = false;
  for (const { status, response } of successes) {
    const medias = Object.keys(response.content ?? {});
    const json = medias.filter(isJson);
    if (medias.length === 0 || method === "HEAD") {
      noContent = true;
    } else if (json.length === 0) {
      report(
        `response ${status}`,
        `${medias.join(", ")} is not supported`,
        "offer application/json",
      );
    } else {
      bodies.push(...json.map((media) => ({ status, media })));
    }
  }
  const types = [
    ...bodies.map((body) => bodyType(type, body)),
    ...(noContent ? ["undefined"] : []),
  ];
  return {
    response: types.join(" | ") || "undefined",
    responseDescription: successes.length === 1 ? (successes[0]?.response.description ?? "") : "",
    noContent,
    bodies,
    errors: documented
      .filter(({ status }) => !/^[12]/.test(status))
      .map((entry) => errorModel(type, entry)),
  };
}

function isDefault({ status }: Documented): boolean {
  return status === "default";
}

function bodyType(type: string, { status, media }: SuccessBody): string {
  return `${type}["responses"][${statusKey(status)}]["content"][${JSON.stringify(media)}]`;
}

/** How the status is spelt as a property: `404` as a number, `4XX` and `default` in quotes. */
export function statusKey(status: string): string {
  return /^\d+$/.test(status) ? status : JSON.stringify(status);
}

function errorModel(type: string, { status, response }: Documented): ErrorModel {
  const medias = Object.keys(response.content ?? {});
  const json = medias.filter(isJson);
  const types = json.map((media) => bodyType(type, { status, media }));
  // What is not JSON reaches the user as text, or not at all.
  if (json.length < medias.length) {
    types.push("unknown");
  }
  return {
    status: /^\dxx$/i.test(status) ? status.toUpperCase() : status,
    type: types.join(" | ") || "undefined",
    description: response.description ?? "",
  };
}
