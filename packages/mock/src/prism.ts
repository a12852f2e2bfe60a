import { isDeepStrictEqual } from "node:util";
import { bodyText, withStatus } from "@chainkit/openapi";
import { createLogger } from "@stoplight/prism-core";
import { createInstance } from "@stoplight/prism-http";
import { PRISM_PATH, type PrismOperation, SAMPLE } from "./operations.ts";
import { type MockResponse, problem } from "./problem.ts";
import type { MockRequest } from "./request.ts";

/** Validation failure that Prism found in a request or in its response. */
export interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly code?: string | number;
  readonly message: string;
}

/** Documented response to return. */
interface ResponseChoice {
  readonly code?: number;
  readonly example?: string;
}

/** Response of Prism and the violations that it found. */
interface PrismResult {
  readonly response: MockResponse;
  readonly violations: readonly Violation[];
}

/** A response as Prism returns it. */
interface Output {
  readonly statusCode: number;
  readonly headers?: Record<string, unknown>;
  readonly body?: unknown;
}

/** An error of Prism. */
type PrismError = Error & { readonly status?: number; readonly detail?: string };

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
 * Gets the response of Prism to one request.
 *
 * @param choice Response to a valid request. Default: the first success example.
 * @param found Violations found before. If there are any, Prism validates nothing, and returns the choice.
 */
export async function callPrism(
  operation: PrismOperation,
  request: MockRequest,
  choice: ResponseChoice = {},
  found: readonly Violation[] = [],
): Promise<PrismResult> {
  const { query, headers, body } = request;
  const result = await prism.request(
    {
      method: operation.method as "get",
      url: { path: PRISM_PATH, query: { ...query } },
      headers,
      body: body ?? null,
    },
    [operation],
    {
      ...CONFIG,
      validateRequest: found.length === 0,
      // A new object each time, because Prism modifies it.
      mock: {
        dynamic: false,
        mediaTypes: acceptedTypes(headers.accept),
        ...(choice.code === undefined ? {} : { code: choice.code }),
        ...(choice.example === undefined ? {} : { exampleKey: choice.example }),
      },
    },
  )();
  if (result._tag === "Left") {
    // The document has no response for it.
    const { status = 500, detail, message } = result.left as PrismError;
    return { response: problem(status, detail || message), violations: found };
  }
  const { output, validations } = result.right;
  const violations = [
    ...found,
    ...validations.input.map((each) => toViolation("request", each)),
    ...validations.output.map((each) => toViolation("response", each)),
  ];
  const shown = { ...output, body: withOwnStatus(operation, output) };
  return { response: toResponse(shown, violations), violations };
}

/**
 * Adds a fallback to the accepted media types: Prism ignores the selected status if its media type is
 * not accepted, although a server may send errors in any format (RFC 9110, 12.5.1).
 */
function acceptedTypes(accept: string | undefined): string[] {
  const ranges = (accept ?? "").split(",").map((range) => range.trim());
  return [...ranges.filter((range) => /^[\w.+*-]+\/[\w.+*-]+\s*(;|$)/.test(range)), "*/*;q=0.001"];
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

/** Puts its status into a problem that is no example of the document, but was made. */
function withOwnStatus({ responses }: PrismOperation, { statusCode, headers, body }: Output) {
  const contents = responses.flatMap(({ contents = [] }) => contents);
  const examples = contents.flatMap(({ examples = [] }) => examples);
  const isExample = examples.some(
    (each) => each.id !== SAMPLE && "value" in each && isDeepStrictEqual(each.value, body),
  );
  return isExample ? body : withStatus(body, String(headers?.["Content-type"]), statusCode);
}

function toResponse(output: Output, violations: readonly Violation[]): MockResponse {
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
  return { status, headers, body: bodyText(body, headers["content-type"] ?? "") };
}

/** Formats violations as a header value: ASCII JSON, truncated to about 8 KiB. */
function toHeader(violations: readonly Violation[]): string {
  let included = violations;
  let text = "";
  do {
    text = JSON.stringify(included).replace(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    included = included.slice(0, -1);
  } while (text.length > 8000 && included.length > 0);
  return text;
}
