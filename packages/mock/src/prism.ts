import { createLogger } from "@stoplight/prism-core";
import { createInstance } from "@stoplight/prism-http";
import type { PrismOperation } from "./operations.ts";
import { type MockResponse, problem } from "./problem.ts";
import type { MockRequest } from "./request.ts";

/** One fault that Prism found in a request, or in its own answer to it. */
export interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly code?: string | number;
  readonly message: string;
}

/** Which documented answer a valid request gets. */
export interface Choice {
  readonly code?: number;
  readonly example?: string;
}

/** What Prism makes of a request. */
export interface PrismAnswer {
  readonly response: MockResponse;
  readonly violations: readonly Violation[];
}

const SEVERITIES = ["Error", "Warning", "Information", "Hint"];

const CONFIG = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
} as const;

const prism = createInstance(CONFIG, { logger: createLogger("mock", { level: "silent" }) });

/**
 * Has Prism answer one request to one operation.
 *
 * @param choice The documented answer to give to a valid request; absent: the first success example.
 * @param found Violations that were found before Prism saw the request.
 * @param validate Whether Prism validates the request; if not, it gives the response of the choice.
 */
export async function askPrism(
  operation: PrismOperation,
  request: MockRequest,
  choice: Choice = {},
  found: readonly Violation[] = [],
  validate: boolean = request.unreadable === undefined,
): Promise<PrismAnswer> {
  const { path, query, headers, body } = request;
  const result = await prism.request(
    {
      method: operation.method as "get",
      url: { path, query: { ...query } },
      headers: { ...headers },
      body: body ?? null,
    },
    [operation],
    {
      ...CONFIG,
      validateRequest: validate,
      // A fresh object each time, for Prism writes into it.
      mock: {
        dynamic: false,
        mediaTypes: acceptedTypes(headers.accept),
        ...(choice.code === undefined ? {} : { code: choice.code }),
        ...(choice.example === undefined ? {} : { exampleKey: choice.example }),
      },
    },
  )();
  if (result._tag === "Left") {
    return { response: refusal(result.left), violations: found };
  }
  const { output, validations } = result.right;
  const violations = [
    ...found,
    ...validations.input.map((each) => toViolation("request", each)),
    ...validations.output.map((each) => toViolation("response", each)),
  ];
  return { response: toResponse(output, violations), violations };
}

/**
 * The client's wishes, and anything else after them: Prism drops the status that was asked for when
 * its media type is not accepted, although errors may come as they are (RFC 9110, 12.5.1).
 */
function acceptedTypes(accept: string | undefined): string[] {
  const wishes = (accept ?? "").split(",").map((wish) => wish.trim());
  return [...wishes.filter((wish) => /^[\w.+*-]+\/[\w.+*-]+\s*(;|$)/.test(wish)), "*/*;q=0.001"];
}

/** Prism's own errors: nothing documented fits. An invalid request is a 400 here, never a 422. */
function refusal(error: Error & { status?: number; detail?: string }): MockResponse {
  const status = error.status === 422 ? 400 : (error.status ?? 500);
  return problem(status, error.detail || error.message);
}

function toViolation(
  side: "request" | "response",
  diagnostic: { path?: string[]; severity: number; code?: string | number; message: string },
): Violation {
  const { path = [], severity, code, message } = diagnostic;
  return {
    location: [side, ...path],
    severity: SEVERITIES[severity] ?? String(severity),
    ...(code === undefined ? {} : { code }),
    message,
  };
}

function toResponse(
  output: { statusCode: number; headers?: Record<string, unknown>; body?: unknown },
  violations: readonly Violation[],
): MockResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(output.headers ?? {})) {
    if (value !== undefined && value !== null) {
      headers[name.toLowerCase()] = String(value);
    }
  }
  if (violations.length > 0) {
    headers["sl-violations"] = toHeader(violations);
  }
  const { statusCode: status, body } = output;
  if (body === undefined) {
    delete headers["content-type"];
    return { status, headers };
  }
  const isText = typeof body === "string" && !/json\b/.test(headers["content-type"] ?? "");
  return { status, headers, body: isText ? body : JSON.stringify(body) };
}

/** JSON that a header can carry: ASCII only, and as many violations as fit into 8 KiB. */
function toHeader(violations: readonly Violation[]): string {
  let shown = violations;
  let text = "";
  do {
    text = JSON.stringify(shown).replace(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    shown = shown.slice(0, -1);
  } while (text.length > 8000 && shown.length > 0);
  return text;
}
