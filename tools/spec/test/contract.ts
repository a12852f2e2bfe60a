import {
  type Media,
  type OpenApiDocument,
  type Operation as OpenApiOperation,
  type Pagination,
  readOperations,
  type Schema,
} from "@chainkit/openapi";
import { bundleSpec, listAreas } from "../src/index.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A named example. */
export interface Example {
  /** Location, for messages: `getBlock 200 byNumber`. */
  readonly place: string;
  readonly name: string;
  readonly value: Json;
}

/** A self-contained schema, and the examples that must be valid against it. */
export interface Body {
  readonly place: string;
  readonly schema: object;
  readonly examples: readonly Example[];
}

interface Parameter {
  readonly name: string;
  readonly schema: object;
  /** The single example, which applies to all 200 examples. */
  readonly example: Json | undefined;
  /** The named examples, each of which applies to the 200 example of the same name. */
  readonly examples: ReadonlyMap<string, Json>;
}

export interface Operation {
  readonly id: string;
  readonly pagination: Pagination | undefined;
  readonly parameters: readonly Parameter[];
  readonly request: Body | undefined;
  /** Bodies by status. */
  readonly responses: ReadonlyMap<string, readonly Body[]>;
  /** Headers of responses, as bodies with one example each. */
  readonly headers: readonly Body[];
}

/** Reads all operations of all areas. */
export async function readContract(): Promise<Operation[]> {
  const areas = await listAreas();
  const documents = await Promise.all(areas.map(({ file }) => bundleSpec(file)));
  return documents.flatMap((document) =>
    readOperations(document).map((operation) => operationOf(document, operation)),
  );
}

function operationOf(
  { components }: OpenApiDocument,
  { id, pagination, parameters, body, responses }: OpenApiOperation,
): Operation {
  const selfContained = (schema: Schema = {}) => ({ ...schema, components });
  const bodyOf = (place: string, { schema, examples }: Media): Body => ({
    place,
    schema: selfContained(schema),
    examples: named(examples).map(([name, value]) => ({ place: `${place} ${name}`, name, value })),
  });
  const [request] = body?.media ?? [];
  return {
    id,
    pagination,
    parameters: parameters.map(({ name, schema, examples, node }) => ({
      name,
      schema: selfContained(schema),
      example: node.example as Json | undefined,
      examples: new Map(named(examples)),
    })),
    request: request && bodyOf(`${id} request`, request),
    responses: new Map(
      responses.map(({ status, media }) => [
        status,
        media.map((each) => bodyOf(`${id} ${status}`, each)),
      ]),
    ),
    headers: responses.flatMap(({ status, headers }) =>
      headers.map(({ name, schema, node }) => {
        const place = `${id} ${status} ${name}`;
        const value = (node.example ?? null) as Json;
        return { place, schema: selfContained(schema), examples: [{ place, name, value }] };
      }),
    ),
  };
}

/** Omits the unnamed example, which may only be the default of the schema. */
function named(examples: ReadonlyMap<string, unknown>): [string, Json][] {
  return [...examples].filter(([name]) => name !== "") as [string, Json][];
}

/** Lists every object within a value, including the value itself. */
export function objectsIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) {
    return value.flatMap(objectsIn);
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

/** Returns the examples of the 200 response of an operation, in order. */
export function pagesOf(operation: Operation): readonly Example[] {
  return operation.responses.get("200")?.flatMap(({ examples }) => examples) ?? [];
}

/** Returns the items in an example of a listing. */
export function itemsOf(operation: Operation, page: Example): JsonObject[] {
  const { itemsField } = operation.pagination ?? {};
  return itemsField ? ((page.value as JsonObject)[itemsField] as JsonObject[]) : [];
}
