import {
  type Operation as OpenApiOperation,
  type Pagination,
  readOperations,
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

interface Parameter {
  readonly name: string;
  /** The single example, which applies to all 200 examples. */
  readonly example: Json | undefined;
  /** The named examples, each of which applies to the 200 example of the same name. */
  readonly examples: ReadonlyMap<string, Json>;
}

export interface Operation {
  readonly id: string;
  readonly pagination: Pagination | undefined;
  readonly parameters: readonly Parameter[];
  /** Examples by status. */
  readonly responses: ReadonlyMap<string, readonly Example[]>;
}

/** Reads all operations of all areas. */
export async function readContract(): Promise<Operation[]> {
  const areas = await listAreas();
  const documents = await Promise.all(areas.map(({ file }) => bundleSpec(file)));
  return documents.flatMap((document) => readOperations(document).map(operationOf));
}

function operationOf({ id, pagination, parameters, responses }: OpenApiOperation): Operation {
  return {
    id,
    pagination,
    parameters: parameters.map(({ name, examples, node }) => ({
      name,
      example: node.example as Json | undefined,
      examples: new Map(named(examples)),
    })),
    responses: new Map(
      responses.map(({ status, media }) => [
        status,
        media
          .flatMap(({ examples }) => named(examples))
          .map(([name, value]) => ({ place: `${id} ${status} ${name}`, name, value })),
      ]),
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
  return operation.responses.get("200") ?? [];
}

/** Returns the items in an example of a listing. */
export function itemsOf(operation: Operation, page: Example): JsonObject[] {
  const { itemsField } = operation.pagination ?? {};
  return itemsField ? ((page.value as JsonObject)[itemsField] as JsonObject[]) : [];
}
