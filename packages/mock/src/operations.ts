import {
  jsonTypes,
  normalize,
  type OpenApiDocument,
  type Operation,
  onePerPlace,
  type Response,
  readOperations,
  sentType,
  successesOf,
} from "@chainkit/openapi";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";

/** Operation in Prism's representation. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** Operation of the contract with its Prism representation. */
export interface MockOperation extends Operation {
  readonly prism: PrismOperation;
  /** Whether the body may be `null`, which Prism treats as no body. */
  readonly allowsNull: boolean;
  /** Its document, as Prism and validators read it. */
  readonly document: OpenApiDocument;
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
    return {
      ...operation,
      prism: withSamples(operation, withResponse(withSecurity(operation, withoutSchemas(prism)))),
      allowsNull: types?.has("null") ?? true,
      document: normalized,
    };
  });
}

/** The path of each operation for Prism, which is matched before: Prism matches no name with a dot, as in `/{book.id}`. */
export const PRISM_PATH = "/";

/** Leaves out of a request what is matched, read and validated before Prism is called. */
function withoutSchemas(operation: PrismOperation): PrismOperation {
  const { body } = operation.request ?? {};
  const contents = body?.contents?.map(({ id, mediaType }) => ({ id, mediaType }));
  const request = body ? { body: { ...body, ...(contents && { contents }) } } : {};
  return { ...operation, path: PRISM_PATH, request } as PrismOperation;
}

/** The credentials that requests carry: of those that take the same place, any of them. */
function withSecurity({ security }: Operation, prism: PrismOperation): PrismOperation {
  const schemes = new Map((prism.security ?? []).flat().map((scheme) => [scheme.key, scheme]));
  const alternatives = security
    .flatMap(onePerPlace)
    .map((each) => each.flatMap(({ name }) => schemes.get(name) ?? []));
  return { ...prism, security: alternatives };
}

/**
 * Leaves out interim responses, after which a client waits for another (RFC 9110, 15.2), and declares an empty success
 * where none is left, because Prism fails without any.
 */
function withResponse(operation: PrismOperation): PrismOperation {
  const [first, ...others] = operation.responses.filter(({ code }) => !code.startsWith("1"));
  return { ...operation, responses: [first ?? { id: "undocumented", code: "200" }, ...others] };
}

/**
 * Puts a sample of ours before the examples of each response and header, in place of Prism's own. It is made when
 * Prism reads it.
 */
function withSamples(operation: Operation, prism: PrismOperation): PrismOperation {
  const responses = prism.responses.map((response) => {
    const documented = operation.responses.find(
      ({ status }) => status.toLowerCase() === response.code.toLowerCase(),
    );
    const contents = response.contents?.map((content) => {
      const media = documented?.media.find(({ type }) => type === content.mediaType);
      return media ? withSample({ ...content, mediaType: sentType(media) }, media.sample) : content;
    });
    const headers = response.headers?.map((header) => {
      const own = documented?.headers.find(({ name }) => name === header.name);
      return own ? withSample(header, own.sample) : header;
    });
    return { ...response, ...(contents && { contents }), ...(headers && { headers }) };
  });
  return { ...prism, responses } as PrismOperation;
}

/** Id of a sample of ours among the examples. */
export const SAMPLE = "sample";

function withSample<Described extends { examples?: readonly object[] }>(
  described: Described,
  sample: () => unknown,
): Described {
  const made = {
    id: SAMPLE,
    key: "",
    get value() {
      return sample();
    },
  };
  return { ...described, examples: [made, ...(described.examples ?? [])] };
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
