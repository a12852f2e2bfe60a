import type { OpenApiDocument, Schema } from "./document.ts";
import { asObject, entriesOf, itemsOf, type JsonObject, textOf } from "./json.ts";
import type { Use } from "./json-schemas.ts";
import type {
  BodyField,
  BodyFormat,
  Header,
  Media,
  Parameter,
  RequestBody,
  Response,
} from "./operation.ts";
import { resolve, resolveWithSiblings } from "./resolve.ts";
import { sampleOf } from "./sample.ts";
import { isPlainObject, jsonTypes, schemaOf } from "./schema.ts";
import { errorsOf } from "./validate.ts";

/** Reads a parameter, which may be a reference. @param at Location for error messages. */
export function readParameter(document: OpenApiDocument, value: unknown, at: string): Parameter {
  const node = resolve(document, value);
  const shown = resolveWithSiblings(document, value);
  const [media] = readMedia(document, node.content, `${at}: parameter ${node.name}`, "request");
  const examples = media?.examples ?? readExamples(document, node);
  const example = firstOf(examples);
  const schema = media?.schema ?? asObject(node.schema);
  const option = node["x-client-option"];
  const style =
    textOf(node.style) || (["path", "header"].includes(String(node.in)) ? "simple" : "form");
  return {
    name: String(node.name),
    argument: String(node.name),
    in: String(node.in),
    required: node.required === true || node.in === "path",
    description: textOf(shown.description) || textOf(schemaOf(document, node.schema).description),
    deprecated: node.deprecated === true,
    schema,
    style,
    explode: typeof node.explode === "boolean" ? node.explode : style === "form",
    ...(media ? { media } : {}),
    ...(typeof option === "string" ? { clientOption: option } : {}),
    examples,
    example,
    sample: once(() =>
      sampleFrom(document, examples, schema, `${at}: parameter ${node.name}`, "request"),
    ),
    node,
  };
}

/**
 * Reads a request body, which may be a reference.
 *
 * @param parameters The other parameters of the operation.
 * @param at Location for error messages.
 */
export function readBody(
  document: OpenApiDocument,
  value: unknown,
  parameters: readonly Parameter[],
  at: string,
): RequestBody {
  const node = resolve(document, value);
  const media = readMedia(document, node.content, `${at}: request body`, "request");
  const json =
    media.find(({ type }) => essenceOf(type) === "application/json") ??
    media.find(({ isJson }) => isJson);
  const sent = json ?? media.find(({ type }) => formatOf(document, type) !== "raw") ?? media[0];
  const format = sent ? formatOf(document, sent.type, sent.schema) : "raw";
  const required = node.required === true;
  const { properties = {}, required: needed = [] } = schemaOf(document, sent?.schema);
  const writable = Object.entries(properties).flatMap(([name, schema]) =>
    schemaOf(document, schema).readOnly ? [] : [{ name, schema, required: needed.includes(name) }],
  );
  const taken = parameters.flatMap(({ in: place, name }) =>
    place === "header" ? [name, name.toLowerCase()] : [name],
  );
  const isTaken = ({ name }: BodyField) => taken.includes(name);
  // The fields of an optional body could not express whether the body is sent.
  const isFlat = required && format !== "raw" && isPlainObject(document, sent?.schema);
  const kind = isFlat && !writable.some(isTaken) ? "fields" : "whole";
  const described = textOf(resolveWithSiblings(document, value).description);
  return {
    required,
    description: described || textOf(schemaOf(document, sent?.schema).description),
    media,
    ...(json ? { json } : {}),
    ...(sent ? { sent } : {}),
    format,
    kind,
    fields: kind === "fields" ? writable : [],
    sample: () => sent?.sample(),
    node,
  };
}

/** Reads a response, which may be a reference. @param at Location for error messages. */
export function readResponse(
  document: OpenApiDocument,
  status: string,
  value: unknown,
  at: string,
): Response {
  const node = resolve(document, value);
  const media = readMedia(document, node.content, `${at}: response ${status}`, "response");
  return {
    status: /^\dxx$/i.test(status) ? status.toUpperCase() : status,
    writtenStatus: status,
    description: textOf(resolveWithSiblings(document, value).description),
    media,
    examples: new Map(media.flatMap(({ examples }) => [...examples])),
    headers: entriesOf(node.headers).map(([name, each]): Header => {
      const header = resolve(document, each);
      const { schema = { type: "string" } } = schemaIn(header);
      const place = `${at}: response ${status}, header ${name}`;
      return {
        name,
        required: header.required === true,
        ...schemaIn(header),
        sample: once(() =>
          sampleFrom(document, readExamples(document, header), schema, place, "response"),
        ),
        node: header,
      };
    }),
    node,
  };
}

function readMedia(document: OpenApiDocument, content: unknown, at: string, use: Use): Media[] {
  return entriesOf(content).map(([type, each]) => {
    const node = resolve(document, each);
    const examples = readExamples(document, node);
    const { schema } = schemaIn(node);
    const isJson = formatOf(document, type, schema) === "json";
    const text = { type: "string" };
    return {
      type,
      isJson,
      ...schemaIn(node),
      examples,
      example: firstOf(examples),
      sample: once(() =>
        // An example of text or events is written as it is sent, which the schema does not describe.
        isJson
          ? sampleFrom(document, examples, schema ?? {}, at, use)
          : (firstOf(examples) ?? sampleOf(document, schema ?? text, at, use)),
      ),
      node,
    };
  });
}

/** Makes a value when it is first asked for: a mock asks with each request. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The first example that the schema allows, or else a value made of the schema. */
function sampleFrom(
  document: OpenApiDocument,
  examples: ReadonlyMap<string, unknown>,
  schema: Schema,
  at: string,
  use: Use,
): unknown {
  for (const example of examples.values()) {
    if (errorsOf(document, schema, example, use).length === 0) {
      return example;
    }
  }
  return sampleOf(document, schema, at, use);
}

function schemaIn(node: JsonObject): { schema?: Schema } {
  return node.schema === undefined ? {} : { schema: asObject(node.schema) };
}

/** A media range, which frameworks write by default, is JSON if the schema is one of JSON only. */
function formatOf(document: OpenApiDocument, type: string, schema?: Schema): BodyFormat {
  const essence = essenceOf(type);
  const types = /^(application|\*)\/\*$/.test(essence) ? jsonTypes(document, schema) : undefined;
  if (/^application\/(json|.+\+json)$/.test(essence) || (types && !types.has("string"))) {
    return "json";
  }
  if (essence === "application/x-www-form-urlencoded") {
    return "urlencoded";
  }
  return essence === "multipart/form-data" ? "multipart" : "raw";
}

/** Returns the media type without parameters, in lower case. */
function essenceOf(type: string): string {
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Returns the examples of a parameter, header or media type, by name. Without named examples, the single
 * `example`, or else the example, default or first enum value of the schema, is returned under `""`.
 */
function readExamples(document: OpenApiDocument, node: JsonObject): ReadonlyMap<string, unknown> {
  const named = entriesOf(node.examples).flatMap(([name, each]) => {
    const value = exampleValue(document, each);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (named.length > 0) {
    return new Map(named);
  }
  const value = node.example ?? schemaExample(document, node.schema);
  return value === undefined ? new Map() : new Map([["", value]]);
}

/** The value of an Example Object; none if it refers to nothing. */
function exampleValue(document: OpenApiDocument, example: unknown): unknown {
  try {
    return resolve(document, example).value;
  } catch {
    return undefined;
  }
}

/** Returns the example, default or first enum value of a schema. */
export function schemaExample(document: OpenApiDocument, schemaOrRef: unknown): unknown {
  const schema = schemaOf(document, schemaOrRef);
  const shown = [schema.example, itemsOf(schema.examples)[0], schema.default, schema.const];
  return [...shown, itemsOf(schema.enum)[0]].find((value) => value !== undefined);
}

/** Returns the first example. */
export function firstOf(examples: ReadonlyMap<string, unknown>): unknown {
  return examples.values().next().value;
}
