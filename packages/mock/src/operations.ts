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

/** An operation as Prism understands it. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** An operation of the contract, and what Prism validates and answers it by. */
export interface MockOperation extends Operation {
  readonly prism: PrismOperation;
  /** Whether its body may be `null`, which Prism takes for no body. */
  readonly allowsNull: boolean;
}

/**
 * Reads the operations of one document.
 *
 * @throws Error if Prism does not find one of them.
 */
export async function operationsOf(document: OpenApiDocument): Promise<MockOperation[]> {
  // Prism drops what stands beside a `$ref`, and resolves references in place, hence the copy.
  const normal = normalize(document);
  const known = await getHttpOperationsFromSpec(structuredClone(normal));
  return readOperations(normal).map((operation) => {
    const { id, method, path } = operation;
    const prism = known.find((each) => each.method.toUpperCase() === method && each.path === path);
    if (!prism) {
      throw new Error(`${id}: Prism cannot serve ${method} ${path}`);
    }
    const types = jsonTypes(normal, operation.body?.json?.schema);
    return { ...operation, prism, allowsNull: types?.has("null") ?? true };
  });
}

/** The response that documents a status, be it exactly, as a range (`4XX`) or as `default`. */
export function responseFor(operation: Operation, status: number): Response | undefined {
  return findResponse(operation.responses, status);
}

/** The response that a valid request gets: the lowest 2xx. */
export function successOf({ responses }: Operation): Response | undefined {
  return successesOf(responses).sort((a, b) => a.status.localeCompare(b.status))[0];
}

/** The named examples of a response, of all its media types, in the order of the document. */
export function examplesOf(response: Response | undefined): { key: string; value: unknown }[] {
  const examples = [...(response?.examples ?? [])].map(([key, value]) => ({ key, value }));
  return examples.filter(({ key }) => key !== "");
}
