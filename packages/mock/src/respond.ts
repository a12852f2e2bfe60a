import { exampleBlaming, exampleFor } from "./matching.ts";
import { type MockOperation, responseFor } from "./operations.ts";
import { choosePage } from "./paging.ts";
import { preferenceOf } from "./prefer.ts";
import { askPrism, type PrismAnswer, type Violation } from "./prism.ts";
import { type MockResponse, problem } from "./problem.ts";
import type { MockRequest } from "./request.ts";
import type { Router } from "./routes.ts";

/** Responds to any request. */
export async function answer(
  router: Router,
  method: string,
  request: MockRequest,
): Promise<MockResponse> {
  const match = router(method, request.path);
  switch (match.kind) {
    case "no-path":
      return problem(404, `no operation matches the path ${request.path}`);
    case "method-not-allowed":
      return answerOtherMethod(router, method, request, match.allow);
    case "operation":
      return answerOperation(match.operation, request);
  }
}

/** HEAD is answered wherever GET is, OPTIONS everywhere, whether documented or not (RFC 9110). */
async function answerOtherMethod(
  router: Router,
  method: string,
  request: MockRequest,
  documented: readonly string[],
): Promise<MockResponse> {
  if (method === "HEAD" && documented.includes("GET")) {
    return answer(router, "GET", request);
  }
  const implied = documented.includes("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"];
  const allow = [...new Set([...documented, ...implied])].join(", ");
  return method === "OPTIONS"
    ? { status: 204, headers: { allow } }
    : problem(405, `method ${method} is not allowed for ${request.path}; allowed: ${allow}`, {
        allow,
      });
}

async function answerOperation(
  operation: MockOperation,
  request: MockRequest,
): Promise<MockResponse> {
  if (request.unreadable) {
    const { location, message } = request.unreadable;
    return answerInvalid(operation, request, [location], message);
  }
  if (request.body === null && !operation.allowsNull) {
    return answerInvalid(operation, request, ["body"], "Request body must not be null");
  }
  const preference = preferenceOf(request.headers.prefer, operation);
  if (preference?.kind === "undocumented") {
    return problem(400, preference.message);
  }
  if (preference) {
    return (await askPrism(operation.prism, request, preference)).response;
  }
  const page = choosePage(operation, request.query);
  if (page?.kind === "unknown-cursor") {
    const message = "Unknown cursor: no example of this listing contains it";
    return answerInvalid(operation, request, ["query", page.parameter], message);
  }
  const example = page?.example ?? exampleFor(operation, request);
  const choice = example === undefined ? {} : { example };
  const answer = await askPrism(operation.prism, request, choice);
  return (await blame(operation, request, answer)).response;
}

/**
 * Chooses the documented refusal: Prism takes 422 from a range, also where 400 is documented. Where
 * the refusal has an example that blames the parameter at fault, it is that one.
 */
async function blame(
  operation: MockOperation,
  request: MockRequest,
  answer: PrismAnswer,
): Promise<PrismAnswer> {
  const { status } = answer.response;
  const isListed = (code: number) => operation.responses.some((each) => each.status === `${code}`);
  const code = status === 422 && !isListed(422) && isListed(400) ? 400 : status;
  const parameters = answer.violations.flatMap(({ location: [side, , name] }) =>
    side === "request" && name !== undefined ? [name] : [],
  );
  const example = exampleBlaming(responseFor(operation, code), parameters);
  if (code === status && example === undefined) {
    return answer;
  }
  const choice = { code, ...(example === undefined ? {} : { example }) };
  return askPrism(operation.prism, request, choice, answer.violations, false);
}

/** The documented answer to an invalid request that no schema can tell to be invalid. */
async function answerInvalid(
  operation: MockOperation,
  request: MockRequest,
  place: readonly string[],
  message: string,
): Promise<MockResponse> {
  const isDocumented = (status: number) =>
    operation.responses.some((response) => response.status === String(status));
  const code = isDocumented(422) ? 422 : 400;
  const documented = responseFor(operation, code);
  if (!documented) {
    return problem(400, message);
  }
  const violation: Violation = {
    location: ["request", ...place],
    severity: "Error",
    code: "invalid",
    message,
  };
  const example = exampleBlaming(documented, place.slice(1));
  const choice = example === undefined ? { code } : { code, example };
  const { response, violations } = await askPrism(operation.prism, request, choice, [violation]);
  // Prism chooses the status itself where it finds something wrong, too.
  return response.status === code
    ? response
    : (await askPrism(operation.prism, request, choice, violations, false)).response;
}
