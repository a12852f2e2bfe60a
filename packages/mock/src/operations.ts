import {
  responseFor as findResponse,
  jsonTypes,
  normalize,
  type OpenApiDocument,
  type Operation,
  type Response,
  readOperations,
  successesOf,
} from "@chainkit/openapi";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { withChoices } from "./choices.ts";
import { cookiesAsHeaders, type PrismOperation } from "./cookies.ts";
import { type JsonParameter, jsonParametersOf, withQueryObjects } from "./query-objects.ts";
import { findUnsupported } from "./unsupported.ts";

/** Operation of the contract with its Prism representation. */
export interface MockOperation extends Operation {
  readonly prism: PrismOperation;
  /** Whether the body may be `null`, which Prism treats as no body. */
  readonly allowsNull: boolean;
  readonly jsonParameters: readonly JsonParameter[];
  /** What Prism misreads in its requests, for which it is not served. */
  readonly unsupported: string | undefined;
}

/**
 * Reads the operations of one document.
 *
 * @throws Error if Prism does not support one of them.
 */
export async function operationsOf(document: OpenApiDocument): Promise<MockOperation[]> {
  // Normalized because Prism ignores siblings of `$ref`; copied because it resolves references in place.
  const normalized = normalize(document);
  const supported = await getHttpOperationsFromSpec(structuredClone(normalized));
  return readOperations(normalized).map((operation) => {
    const { id, method, path } = operation;
    const prism = supported.find(
      (each) => each.method.toUpperCase() === method && each.path === path,
    );
    if (!prism) {
      throw new Error(`${id}: Prism cannot serve ${method} ${path}`);
    }
    const types = jsonTypes(normalized, operation.body?.json?.schema);
    const readable = withChoices(normalized, withQueryObjects(normalized, operation, prism));
    return {
      ...operation,
      prism: withResponse(cookiesAsHeaders(readable)),
      allowsNull: types?.has("null") ?? true,
      jsonParameters: jsonParametersOf(normalized, operation),
      unsupported: findUnsupported(normalized, operation),
    };
  });
}

/**
 * Leaves out interim responses, after which a client waits for another (RFC 9110, 15.2), and declares an empty success
 * where none is left, because Prism fails without any.
 */
function withResponse(operation: PrismOperation): PrismOperation {
  const [first, ...others] = operation.responses.filter(({ code }) => !code.startsWith("1"));
  return { ...operation, responses: [first ?? { id: "undocumented", code: "200" }, ...others] };
}

/** Finds the response documented for a status: exactly, as a range (`4XX`) or as `default`. */
export function responseFor(operation: Operation, status: number): Response | undefined {
  return findResponse(operation.responses, status);
}

/** Finds the response to a valid request: the lowest 2xx. */
export function successOf({ responses }: Operation): Response | undefined {
  return successesOf(responses).sort((a, b) => a.status.localeCompare(b.status))[0];
}

/** Lists the named examples of a response, of all media types, in document order. */
export function examplesOf(response: Response | undefined): { key: string; value: unknown }[] {
  const examples = [...(response?.examples ?? [])].map(([key, value]) => ({ key, value }));
  return examples.filter(({ key }) => key !== "");
}
