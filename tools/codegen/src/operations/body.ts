import type { Operation } from "@chainkit/runtime";
import type { OperationObject, Schema } from "../openapi.ts";
import { type Document, type MediaType, type RequestBody, resolve } from "../openapi.ts";
import type { Report } from "../problems.ts";
import { exampleOf, fieldExample } from "./example.ts";
import type { ParameterModel } from "./model.ts";
import { checksOf, limitsOf } from "./rule.ts";
import { jsonTypes, schemaOf } from "./schema.ts";

interface BodyModel {
  readonly body?: NonNullable<Operation["body"]>;
  readonly parameters: readonly ParameterModel[];
}

/**
 * The parameters that make the JSON body: one for each property if the body is a plain object, so
 * that nothing else can be in it; otherwise one named `body`.
 */
export function readBody(
  document: Document,
  method: string,
  operation: OperationObject,
  type: string,
  report: Report,
): BodyModel {
  if (!operation.requestBody) {
    return { parameters: [] };
  }
  const request = resolve<RequestBody>(document, operation.requestBody);
  const media = Object.entries(request.content ?? {}).find(
    ([name]) => name.split(";")[0]?.trim().toLowerCase() === "application/json",
  );
  if (method === "GET" || method === "HEAD") {
    report(
      "requestBody",
      `${method} requests cannot carry a body`,
      "use query parameters, or POST",
    );
    return { parameters: [] };
  }
  if (!media) {
    const names = Object.keys(request.content ?? {}).join(", ") || "nothing";
    report("requestBody", `${names} is not supported`, "offer application/json");
    return { parameters: [] };
  }
  const bodyType = `NonNullable<${type}["requestBody"]>["content"][${JSON.stringify(media[0])}]`;
  return isPlainObject(document, media[1])
    ? { body: "fields", parameters: fields(document, request, media[1], bodyType, report) }
    : { body: "whole", parameters: [whole(document, request, media[1], bodyType)] };
}

/** Whether the properties of the schema are all that a body may hold. */
function isPlainObject(document: Document, media: MediaType): boolean {
  const schema = schemaOf(document, media.schema);
  const { properties = {}, required = [], additionalProperties } = schema;
  const types =
    jsonTypes(document, media.schema) ?? new Set("properties" in schema ? ["object"] : []);
  const composed = ["allOf", "anyOf", "oneOf", "patternProperties"].some((key) => key in schema);
  return (
    types.size === 1 &&
    types.has("object") &&
    !composed &&
    (additionalProperties === undefined || additionalProperties === false) &&
    Object.keys(properties).length > 0 &&
    required.every((name) => Object.hasOwn(properties, name))
  );
}

function fields(
  document: Document,
  request: RequestBody,
  media: MediaType,
  bodyType: string,
  report: Report,
): ParameterModel[] {
  const { properties = {}, required = [] } = schemaOf(document, media.schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const schema: Schema = schemaOf(document, property);
    if (schema.readOnly) {
      return [];
    }
    const note: Report = (where, what, mend) =>
      report(`body field ${JSON.stringify(name)}, ${where}`, what, mend);
    const isRequired = request.required === true && required.includes(name);
    return {
      name,
      rule: {
        in: "body",
        ...(isRequired ? { required: true } : {}),
        ...checksOf(document, property, note),
      },
      type: `${bodyType}[${JSON.stringify(name)}]`,
      description: schema.description ?? "",
      limits: limitsOf(document, property),
      deprecated: schema.deprecated ?? false,
      example: fieldExample(document, media, name),
    };
  });
}

function whole(
  document: Document,
  request: RequestBody,
  media: MediaType,
  bodyType: string,
): ParameterModel {
  return {
    name: "body",
    rule: { in: "body", ...(request.required ? { required: true } : {}) },
    type: bodyType,
    description: request.description ?? schemaOf(document, media.schema).description ?? "",
    limits: "",
    deprecated: false,
    example: exampleOf(document, media),
  };
}
