import { bundleSpec, listAreas } from "../src/index.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A named example. */
export interface Example {
  /** Where it stands, for messages: `getBlock 200 byNumber`. */
  readonly place: string;
  readonly name: string;
  readonly value: Json;
}

/** A schema that refers to nothing outside itself, and the examples that must obey it. */
export interface Body {
  readonly place: string;
  readonly schema: object;
  readonly examples: readonly Example[];
}

interface Parameter {
  readonly name: string;
  readonly schema: object;
  /** The example of an operation with one, by the name of the 200 example that it belongs to. */
  readonly example?: Json;
  readonly examples: ReadonlyMap<string, Json>;
}

export interface Operation {
  readonly id: string;
  readonly pagination?: { cursorParameter: string; cursorField: string; itemsField: string };
  readonly parameters: readonly Parameter[];
  readonly request?: Body;
  /** Bodies by status. */
  readonly responses: ReadonlyMap<string, readonly Body[]>;
  /** Headers of responses, as bodies with one example each. */
  readonly headers: readonly Body[];
}

const METHODS = ["get", "put", "post", "delete", "patch"];

/** All operations of all areas. */
export async function readContract(): Promise<Operation[]> {
  const areas = await listAreas();
  const documents = await Promise.all(areas.map(({ file }) => bundleSpec(file)));
  return documents.flatMap((document) => operationsOf(document as unknown as JsonObject));
}

function operationsOf(document: JsonObject): Operation[] {
  const follow = (node: Json | undefined): JsonObject => {
    const { $ref } = (node ?? {}) as JsonObject;
    if (typeof $ref !== "string") {
      return (node ?? {}) as JsonObject;
    }
    const steps = $ref.slice(2).split("/");
    const target = steps.reduce<Json | undefined>((at, step) => {
      return (at as JsonObject)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
    }, document);
    return follow(target);
  };
  const entries = (node: Json | undefined): [string, JsonObject][] =>
    Object.entries(follow(node)).map(([key, value]) => [key, follow(value)]);
  const schemaOf = (node: JsonObject) => ({
    ...(node.schema as object),
    components: document.components,
  });
  const bodiesOf = (place: string, node: JsonObject): Body[] =>
    entries(node.content).map(([, media]) => ({
      place,
      schema: schemaOf(media),
      examples: entries(media.examples).map(([name, { value }]) => ({
        place: `${place} ${name}`,
        name,
        value: value as Json,
      })),
    }));

  const parameterOf = (node: Json): Parameter => {
    const parameter = follow(node);
    return {
      name: String(parameter.name),
      schema: schemaOf(parameter),
      ...(parameter.example === undefined ? {} : { example: parameter.example }),
      examples: new Map(
        entries(parameter.examples).map(([key, { value }]) => [key, value ?? null]),
      ),
    };
  };
  const operationOf = (pathItem: JsonObject, node: JsonObject): Operation => {
    const id = String(node.operationId);
    const shared = (pathItem.parameters ?? []) as Json[];
    const responses = entries(node.responses);
    const request = node.requestBody && bodiesOf(`${id} request`, follow(node.requestBody))[0];
    return {
      id,
      ...(node["x-pagination"] === undefined
        ? {}
        : { pagination: node["x-pagination"] as unknown as NonNullable<Operation["pagination"]> }),
      parameters: [...shared, ...((node.parameters ?? []) as Json[])].map(parameterOf),
      ...(request ? { request } : {}),
      responses: new Map(responses.map(([code, r]) => [code, bodiesOf(`${id} ${code}`, r)])),
      headers: responses.flatMap(([code, response]) =>
        entries(response.headers).map(([name, header]) => {
          const place = `${id} ${code} ${name}`;
          const examples = [{ place, name: "example", value: header.example ?? null }];
          return { place, schema: schemaOf(header), examples };
        }),
      ),
    };
  };
  return entries(document.paths).flatMap(([, pathItem]) =>
    METHODS.filter((method) => method in pathItem).map((method) =>
      operationOf(pathItem, follow(pathItem[method])),
    ),
  );
}

/** Every object within a value, the value itself included. */
export function objectsIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) {
    return value.flatMap(objectsIn);
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

/** The examples of an operation's 200 response, in order. */
export function pagesOf(operation: Operation): readonly Example[] {
  return operation.responses.get("200")?.flatMap(({ examples }) => examples) ?? [];
}

/** The items that an example of a listing holds. */
export function itemsOf(operation: Operation, page: Example): JsonObject[] {
  const { itemsField } = operation.pagination ?? {};
  return itemsField ? ((page.value as JsonObject)[itemsField] as JsonObject[]) : [];
}
