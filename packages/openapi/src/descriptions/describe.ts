import type { OperationDescription, ResponseDescription } from "@chainkit/runtime";
import {
  isObject,
  type JsonObject,
  type Media,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  readOperations,
  sentType,
  successesOf,
} from "../index.ts";
import { isEventStream } from "../rules/responses.ts";
import { selfContained } from "./schemas.ts";

/**
 * Describes the operations of a document.
 *
 * @param area Name of the API.
 * @param ids Operations to describe.
 */
export function describeAll(
  area: string,
  document: OpenApiDocument,
  ids: ReadonlySet<string>,
): OperationDescription[] {
  return readOperations(document)
    .filter(({ id }) => ids.has(id))
    .map((operation) => describe(document, area, operation));
}

/** What a caller of an operation needs, without its responses. */
export type RequestDescription = Omit<OperationDescription, "result" | "responses">;

/** Describes an operation as data, for consumers such as the CLI and the MCP server. */
export function describe(
  document: OpenApiDocument,
  area: string,
  operation: Operation,
): OperationDescription {
  const [success] = successesOf(operation.responses);
  const json = success?.media.find(({ isJson }) => isJson);
  const result = json && schemaOf(document, json);
  return {
    ...describeRequest(document, area, operation),
    ...(result ? { result } : {}),
    responses: Object.fromEntries(
      operation.responses.map((response) => [
        response.status,
        describeResponse(document, response),
      ]),
    ),
  };
}

/** Describes how an operation is called. */
export function describeRequest(
  document: OpenApiDocument,
  area: string,
  operation: Operation,
): RequestDescription {
  const { id, method, path, summary, description, deprecated, pagination, envelope } = operation;
  return {
    id,
    area,
    method,
    path: path.replace(/#.*$/, ""),
    summary,
    description,
    deprecated,
    params: paramsSchema(document, operation),
    places: placesOf(operation),
    clientOptions: operation.parameters.flatMap(({ clientOption }) => clientOption ?? []),
    examples: examplesOf(operation),
    auth: operation.auth,
    safe: operation.safe,
    idempotent: operation.idempotent,
    ...(pagination ? { pagination: { ...pagination, ...listingFacts(operation) } } : {}),
    ...(envelope ? { envelope } : {}),
  };
}

function own({ parameters }: Operation): Parameter[] {
  return parameters.filter(({ clientOption }) => !clientOption);
}

function paramsSchema(document: OpenApiDocument, operation: Operation): JsonObject {
  const { body } = operation;
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const { argument, schema, description, examples, required: isRequired } of own(operation)) {
    const shown = examples.size > 0 ? { examples: [...examples.values()] } : {};
    properties[argument] = { ...schema, ...(description ? { description } : {}), ...shown };
    if (isRequired) {
      required.push(argument);
    }
  }
  if (body?.kind === "fields") {
    for (const field of body.fields) {
      properties[field.name] = field.schema;
      if (field.required) {
        required.push(field.name);
      }
    }
  } else if (body) {
    properties.body = body.sent?.schema ?? {};
    if (body.required) {
      required.push("body");
    }
  }
  const schema = { type: "object", properties, required, additionalProperties: false };
  // Parameters are required whatever their schemas are elsewhere, such as the `readOnly` id of a record.
  return { ...selfContained(document, schema, "request"), required };
}

function placesOf(operation: Operation): OperationDescription["places"] {
  const { body } = operation;
  const fields = body?.kind === "fields" ? body.fields : [];
  const entries = [
    ...own(operation).map(({ argument, in: place }) => [argument, place] as const),
    ...fields.map(({ name }) => [name, "field"] as const),
    ...(body?.kind === "whole" ? [["body", "body"] as const] : []),
  ];
  return Object.fromEntries(entries) as OperationDescription["places"];
}

/** The remaining fields of `x-pagination`, which lint checks. */
function listingFacts({ extensions }: Operation) {
  const { limitParameter, itemKey } = Object(extensions["x-pagination"]);
  return {
    ...(limitParameter === undefined ? {} : { limitParameter: String(limitParameter) }),
    ...(itemKey === undefined ? {} : { itemKey: itemKey as string[] }),
  };
}

/** Returns one parameter object per body example, or a single one; none if a required value has no example. */
function examplesOf(operation: Operation): Record<string, unknown>[] {
  const { body } = operation;
  const needed = own(operation).filter(({ required }) => required);
  if (needed.some(({ example }) => example === undefined)) {
    return [];
  }
  const shown = Object.fromEntries(needed.map(({ argument, example }) => [argument, example]));
  if (!body?.required) {
    return [shown];
  }
  const bodies = [...(body.sent?.examples.values() ?? [])];
  return bodies.flatMap((example) => {
    if (body.kind === "whole") {
      return [{ ...shown, body: example }];
    }
    return isObject(example) ? [{ ...shown, ...example }] : [];
  });
}

function describeResponse(document: OpenApiDocument, response: Response): ResponseDescription {
  const media = response.media.find(({ isJson }) => isJson) ?? response.media[0];
  const isDescribed = media && (media.isJson || isEventStream(media));
  const schema = isDescribed && schemaOf(document, media);
  return {
    description: response.description,
    ...(media ? { mediaType: sentType(media) } : {}),
    ...(schema ? { schema } : {}),
    examples: Object.fromEntries(response.examples),
  };
}

function schemaOf(document: OpenApiDocument, { schema }: Media): JsonObject | undefined {
  return schema && selfContained(document, schema, "response");
}
