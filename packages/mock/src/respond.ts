import { errorsOf, type RequestFault, readRequest, responseFor } from "@chainkit/openapi";
import { errorExampleFor, exampleFor } from "./matching.ts";
import { type MockOperation, successOf } from "./operations.ts";
import { choosePage } from "./paging.ts";
import { preferenceOf, withoutPreference } from "./prefer.ts";
import { callPrism, type Violation } from "./prism.ts";
import { type MockResponse, problem } from "./problem.ts";
import type { MockRequest } from "./request.ts";
import type { Router } from "./routes.ts";

/** Returns the mock's response to a request. */
export async function respond(
  router: Router,
  method: string,
  request: MockRequest,
): Promise<MockResponse> {
  const match = router(method, request.path);
  switch (match.kind) {
    case "no-path":
      return problem(404, `no operation matches the path ${request.path}`, {
        name: "unknown-path",
      });
    case "method-not-allowed":
      return respondToOtherMethod(router, method, request, match.allow);
    case "operations": {
      const operation = match.operations.find((each) => hasPathOf(each, request));
      const [first] = match.operations;
      const chosen = operation ?? (first as MockOperation);
      return withHttpHeaders(chosen, await respondToOperation(chosen, request));
    }
  }
}

/** Supports HEAD wherever GET is documented, and OPTIONS on every path (RFC 9110). */
async function respondToOtherMethod(
  router: Router,
  method: string,
  request: MockRequest,
  documented: readonly string[],
): Promise<MockResponse> {
  if (method === "HEAD" && documented.includes("GET")) {
    return respond(router, "GET", request);
  }
  const implied = documented.includes("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"];
  const allow = [...new Set([...documented, ...implied])].join(", ");
  return method === "OPTIONS"
    ? { status: 204, headers: { allow } }
    : problem(405, `method ${method} is not allowed for ${request.path}; allowed: ${allow}`, {
        headers: { allow },
      });
}

/** Adds the headers that HTTP requires of a 401 and a 405 (RFC 9110, 15.5), where no example has them. */
function withHttpHeaders(
  { security, method }: MockOperation,
  response: MockResponse,
): MockResponse {
  const kinds = security.flat().map(({ credential }) => credential.kind);
  const scheme = kinds.includes("bearer") ? "Bearer" : kinds.includes("basic") ? "Basic" : "Key";
  const required: Readonly<Record<number, Record<string, string>>> = {
    401: { "www-authenticate": scheme },
    // The path has the method, but the document says that it may be refused.
    405: { allow: method },
  };
  return { ...response, headers: { ...required[response.status], ...response.headers } };
}

async function respondToOperation(
  operation: MockOperation,
  request: MockRequest,
): Promise<MockResponse> {
  if (request.unreadable) {
    const { location, message } = request.unreadable;
    return reject(operation, request, [violation([location], message)]);
  }
  if (request.body === null && !operation.allowsNull) {
    return reject(operation, request, [violation(["body"], "Request body must not be null")]);
  }
  const preference = preferenceOf(request.headers.prefer, operation);
  if (preference?.kind === "undocumented") {
    return problem(400, preference.message, {
      errors: [{ parameter: "Prefer", reason: preference.message.replace(/^Prefer: /, "") }],
    });
  }
  const faults = faultsOf(operation, withoutPreference(request));
  if (faults.length > 0) {
    // Credentials and the media type come before what is sent.
    const { response, violations } = await callPrism(operation.prism, request);
    const found = [...faults.map(violationOf), ...violations.filter(({ code }) => code === 415)];
    return [401, 415].includes(response.status) ? response : reject(operation, request, found);
  }
  if (preference) {
    return (await callPrism(operation.prism, withoutPreference(request), preference)).response;
  }
  const page = choosePage(operation, request.query);
  if (page?.kind === "no-page") {
    return reject(operation, request, [violation(["query", page.parameter], page.reason)]);
  }
  const example = page?.example ?? exampleFor(operation, request);
  const choice = example !== undefined && isAllowed(operation, example) ? { example } : {};
  return (await callPrism(operation.prism, request, choice)).response;
}

/** Whether an example of the success satisfies its schema: what nobody has asked for by name is not wrong. */
function isAllowed(operation: MockOperation, example: string): boolean {
  const media = successOf(operation)?.media.filter(({ examples }) => examples.has(example)) ?? [];
  return media.every(
    ({ isJson, schema, examples }) =>
      !isJson ||
      errorsOf(operation.document, schema ?? {}, examples.get(example), "response").length === 0,
  );
}

/** Whether the parameters of the path are valid, by which operations of one path are told apart. */
function hasPathOf(operation: MockOperation, request: MockRequest): boolean {
  return faultsOf(operation, request).every(({ place }) => place !== "path");
}

/** Lists what is wrong with a request by the schemas of the document. */
function faultsOf(operation: MockOperation, request: MockRequest): RequestFault[] {
  const { path, search, bytes, headers } = request;
  const sent = {
    path,
    query: search,
    body: bytes,
    header: (name: string) => headers[name.toLowerCase()],
  };
  const { faults } = readRequest(operation.document, operation, sent);
  return faults.filter(({ isMediaType }) => !isMediaType);
}

function violationOf({ place, name, reason }: RequestFault): Violation {
  const what =
    place === "body" ? (name ? "property " : "") : place === "cookie" ? "" : "parameter ";
  const message = `Request ${place} ${what}${name}${name && " "}${reason}`;
  return violation([place, ...(name ? name.split(".") : [])], message);
}

/** @param location The part of the request, and the name in it. */
function violation(location: readonly string[], message: string): Violation {
  return { location: ["request", ...location], severity: "Error", code: "invalid", message };
}

/** Returns the documented error for an invalid request, by the example that blames what is invalid if there is one. */
async function reject(
  operation: MockOperation,
  request: MockRequest,
  found: readonly Violation[],
): Promise<MockResponse> {
  const code = operation.responses.some(({ status }) => status === "422") ? 422 : 400;
  const documented = responseFor(operation.responses, code);
  if (!documented) {
    const errors = found.map(({ location, message }) => ({
      parameter: location.slice(2).join(".") || (location[1] ?? "body"),
      reason: message,
    }));
    return problem(400, errors.map(({ reason }) => reason).join("; "), { errors });
  }
  const names = found.flatMap(({ location: [, , name] }) => name ?? []);
  const example = errorExampleFor(documented, names);
  const choice = example === undefined ? { code } : { code, example };
  return (await callPrism(operation.prism, request, choice, found)).response;
}
