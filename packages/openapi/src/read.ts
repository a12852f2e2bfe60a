import { METHODS, type OpenApiDocument, type Schema } from "./document.ts";
import { firstOf, readExamples } from "./examples.ts";
import { asObject, entriesOf, isObject, itemsOf, type JsonObject } from "./json.ts";
import { mergeParameters } from "./normalize.ts";
import type {
  Envelope,
  Header,
  Info,
  Media,
  Operation,
  Pagination,
  Parameter,
  RequestBody,
  Response,
} from "./operation.ts";
import { resolve, resolveWithSiblings } from "./resolve.ts";
import { sampleOf } from "./sample.ts";
import { isPlainObject, schemaOf } from "./schema.ts";
import { authOf, readSecurity } from "./security.ts";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS", "TRACE"];
/** RFC 9110, section 9.2.2. */
const IDEMPOTENT_METHODS = [...SAFE_METHODS, "PUT", "DELETE"];

/** Location of an operation that has not been read. */
export interface OperationEntry {
  /** `operationId`, if present. */
  readonly operationId?: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly pathItem: JsonObject;
}

/** Reads title, version and description of a document; empty if missing. */
export function readInfo(document: OpenApiDocument): Info {
  const { title, summary, description } = asObject(document.info);
  return { title: text(title), summary: text(summary), description: text(description) };
}

/** Lists the operations of a document by path and method, without reading them. */
export function listOperations(document: OpenApiDocument): OperationEntry[] {
  return entriesOf(document.paths).flatMap(([path, entry]) => {
    const pathItem = resolveWithSiblings(document, entry);
    return METHODS.filter((method) => isObject(pathItem[method])).map((method): OperationEntry => {
      const node = asObject(pathItem[method]);
      const { operationId } = node;
      const id = typeof operationId === "string" && operationId !== "" ? { operationId } : {};
      return { ...id, method: method.toUpperCase(), path, node, pathItem };
    });
  });
}

/**
 * Reads all operations of a document.
 *
 * @param document Parsed OpenAPI 3.0 or 3.1 document in which every `$ref` is internal.
 * @throws Error if a `$ref` does not resolve or is circular.
 *
 * @example
 * const [operation] = readOperations(JSON.parse(await readFile("address-data.json", "utf8")));
 * operation.parameters.filter(({ required }) => required).map(({ name }) => name);
 */
export function readOperations(document: OpenApiDocument): Operation[] {
  return listOperations(document).map((entry) => readOperation(document, entry));
}

/** Reads one operation of a document. */
export function readOperation(
  document: OpenApiDocument,
  { operationId, method, path, node, pathItem }: OperationEntry,
): Operation {
  const id = operationId ?? `${method} ${path}`;
  const at = `${readInfo(document).title}, ${id}`;
  const security = readSecurity(document, node);
  const stated = node["x-idempotent"];
  const pagination = readPagination(node["x-pagination"]);
  const envelope = readEnvelope(node["x-envelope"] ?? document["x-envelope"]);
  const parameters = mergeParameters(document, pathItem.parameters, node.parameters);
  return {
    id,
    method,
    path,
    summary: text(node.summary),
    description: text(node.description),
    deprecated: node.deprecated === true,
    tags: itemsOf(node.tags).map(String),
    parameters: parameters
      .map((each) => readParameter(document, each, at))
      .filter(({ in: place, name }) => !(place === "header" && isIgnored(name))),
    ...(node.requestBody === undefined ? {} : { body: readBody(document, node.requestBody, at) }),
    responses: entriesOf(node.responses)
      .filter(([status]) => !status.startsWith("x-"))
      .map(([status, each]) => readResponse(document, status, each)),
    auth: authOf(security),
    security,
    idempotent: typeof stated === "boolean" ? stated : IDEMPOTENT_METHODS.includes(method),
    safe:
      SAFE_METHODS.includes(method) || (stated === true && !IDEMPOTENT_METHODS.includes(method)),
    ...(pagination ? { pagination } : {}),
    ...(envelope ? { envelope } : {}),
    extensions: Object.fromEntries(entriesOf(node).filter(([name]) => name.startsWith("x-"))),
    node,
    pathItem,
  };
}

/** OpenAPI ignores header parameters with these names; media types and security describe them. */
function isIgnored(header: string): boolean {
  return ["accept", "content-type", "authorization"].includes(header.toLowerCase());
}

function readParameter(document: OpenApiDocument, value: unknown, at: string): Parameter {
  const node = resolve(document, value);
  const shown = resolveWithSiblings(document, value);
  const examples = readExamples(document, node);
  const example = firstOf(examples);
  const schema = asObject(node.schema);
  const option = node["x-client-option"];
  return {
    name: String(node.name),
    in: String(node.in),
    required: node.required === true || node.in === "path",
    description: text(shown.description) || text(schemaOf(document, node.schema).description),
    deprecated: node.deprecated === true,
    schema,
    ...(typeof option === "string" ? { clientOption: option } : {}),
    examples,
    example,
    sample: () =>
      example === undefined ? sampleOf(document, schema, `${at}: parameter ${node.name}`) : example,
    node,
  };
}

function readBody(document: OpenApiDocument, value: unknown, at: string): RequestBody {
  const node = resolve(document, value);
  const media = readMedia(document, node.content);
  const json = media.find(({ type }) => essenceOf(type) === "application/json");
  const required = node.required === true;
  // The fields of an optional body could not express whether the body is sent.
  const kind = required && json && isPlainObject(document, json.schema) ? "fields" : "whole";
  const { properties = {}, required: needed = [] } = schemaOf(document, json?.schema);
  const fields = Object.entries(kind === "fields" ? properties : {}).flatMap(([name, schema]) =>
    schemaOf(document, schema).readOnly ? [] : [{ name, schema, required: needed.includes(name) }],
  );
  const described = text(resolveWithSiblings(document, value).description);
  return {
    required,
    description: described || text(schemaOf(document, json?.schema).description),
    media,
    ...(json ? { json } : {}),
    kind,
    fields,
    sample: () =>
      json?.example === undefined
        ? sampleOf(document, json?.schema, `${at}: request body`)
        : json.example,
    node,
  };
}

function readResponse(document: OpenApiDocument, status: string, value: unknown): Response {
  const node = resolve(document, value);
  const media = readMedia(document, node.content);
  return {
    status: /^\dxx$/i.test(status) ? status.toUpperCase() : status,
    writtenStatus: status,
    description: text(resolveWithSiblings(document, value).description),
    media,
    examples: new Map(media.flatMap(({ examples }) => [...examples])),
    headers: entriesOf(node.headers).map(([name, each]): Header => {
      const header = resolve(document, each);
      return { name, required: header.required === true, ...schemaIn(header), node: header };
    }),
    node,
  };
}

function readMedia(document: OpenApiDocument, content: unknown): Media[] {
  return entriesOf(content).map(([type, each]) => {
    const node = resolve(document, each);
    const examples = readExamples(document, node);
    const isJson = /^application\/(json|.+\+json)$/.test(essenceOf(type));
    return { type, isJson, ...schemaIn(node), examples, example: firstOf(examples), node };
  });
}

function readPagination(stated: unknown): Pagination | undefined {
  const { cursorParameter, cursorField, itemsField } = asObject(stated);
  return typeof cursorParameter === "string" &&
    typeof cursorField === "string" &&
    typeof itemsField === "string"
    ? { cursorParameter, cursorField, itemsField }
    : undefined;
}

function readEnvelope(stated: unknown): Envelope | undefined {
  const { codeField, messageField } = asObject(stated);
  return typeof codeField === "string" && typeof messageField === "string"
    ? { codeField, messageField }
    : undefined;
}

function schemaIn(node: JsonObject): { schema?: Schema } {
  return node.schema === undefined ? {} : { schema: asObject(node.schema) };
}

/** Returns the media type without parameters, in lower case. */
function essenceOf(type: string): string {
  return (type.split(";")[0] ?? "").trim().toLowerCase();
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
