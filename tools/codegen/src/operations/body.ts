import {
  asObject,
  type Operation as Described,
  type OpenApiDocument,
  type RequestBody,
  schemaExample,
  schemaOf,
} from "@chainkit/openapi";
import type { JsonType, Operation } from "@chainkit/runtime";
import type { Report } from "../problems.ts";
import { limitsOf } from "./limits.ts";
import type { ParameterModel } from "./model.ts";
import { checksOf, typesOf } from "./rule.ts";

interface BodyModel {
  readonly body?: NonNullable<Operation["body"]>;
  readonly contentType?: string;
  readonly parameters: readonly ParameterModel[];
}

/** Returns the parameters of the JSON body: its fields, or one named `body`. */
export function readBody(
  document: OpenApiDocument,
  { method, body }: Described,
  type: string,
  report: Report,
): BodyModel {
  if (!body) {
    return { parameters: [] };
  }
  if (method === "GET" || method === "HEAD") {
    report(
      "requestBody",
      `${method} requests cannot carry a body`,
      "use query parameters, or POST",
    );
    return { parameters: [] };
  }
  if (!body.json) {
    const names = body.media.map((media) => media.type).join(", ") || "nothing";
    report("requestBody", `${names} is not supported`, "use application/json");
    return { parameters: [] };
  }
  const bodyType = `NonNullable<${type}["requestBody"]>["content"][${JSON.stringify(body.json.type)}]`;
  const { type: declared } = body.json;
  const sent = declared === "application/json" ? {} : { contentType: declared };
  return body.kind === "fields"
    ? { ...sent, body: "fields", parameters: fields(document, body, bodyType, report) }
    : { ...sent, body: "whole", parameters: [whole(document, body, bodyType, report)] };
}

function fields(
  document: OpenApiDocument,
  body: RequestBody,
  bodyType: string,
  report: Report,
): ParameterModel[] {
  return body.fields.map(({ name, required, schema: schemaOrRef }) => {
    const schema = schemaOf(document, schemaOrRef);
    const note: Report = (where, what, fix) =>
      report(`body field ${JSON.stringify(name)}, ${where}`, what, fix);
    return {
      name,
      rule: {
        in: "body",
        ...(required ? { required: true } : {}),
        ...checksOf(document, schemaOrRef, note, "body"),
      },
      type: `${bodyType}[${JSON.stringify(name)}]`,
      description: schema.description ?? "",
      limits: limitsOf(document, schemaOrRef),
      deprecated: schema.deprecated ?? false,
      example: asObject(body.json?.example)[name] ?? schemaExample(document, schemaOrRef),
      sample: () => asObject(body.sample())[name],
    };
  });
}

const oneOrMore = (types: readonly JsonType[] | undefined) =>
  types?.length === 1 ? (types[0] ?? "any") : (types ?? "any");

function whole(
  document: OpenApiDocument,
  { required, description, json, sample }: RequestBody,
  bodyType: string,
  report: Report,
): ParameterModel {
  return {
    name: "body",
    rule: {
      in: "body",
      ...(required ? { required } : {}),
      type: oneOrMore(
        typesOf(document, json?.schema, (where, ...what) =>
          report(`requestBody, ${where}`, ...what),
        ),
      ),
    },
    type: bodyType,
    description,
    limits: "",
    deprecated: false,
    example: json?.example,
    sample,
  };
}
