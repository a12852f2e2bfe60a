import type { OpenApiDocument } from "./document.ts";
import { listOperations, type OperationEntry } from "./entries.ts";
import { asObject, entriesOf, itemsOf, type JsonObject, textOf } from "./json.ts";
import { mergeParameters } from "./normalize.ts";
import type { Envelope, Info, LeftOut, Operation, Pagination, Parameter } from "./operation.ts";
import { readBody, readParameter, readResponse } from "./parts.ts";
import { isStatus } from "./responses.ts";
import { readSecurity } from "./security.ts";
import { isStyleSupported } from "./style.ts";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS", "TRACE"];
/** RFC 9110, section 9.2.2. */
const IDEMPOTENT_METHODS = [...SAFE_METHODS, "PUT", "DELETE"];

/** Reads title, version and description of a document; empty if missing. */
export function readInfo(document: OpenApiDocument): Info {
  const { title, summary, description } = asObject(document.info);
  return { title: textOf(title), summary: textOf(summary), description: textOf(description) };
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
  { operationId: id, method, path, node, pathItem }: OperationEntry,
): Operation {
  const at = `${readInfo(document).title}, ${id}`;
  const { auth, security, unsent } = readSecurity(document, node);
  const stated = node["x-idempotent"];
  const pagination = readPagination(node["x-pagination"]);
  const envelope = readEnvelope(node["x-envelope"] ?? document["x-envelope"]);
  const { parameters, leftOut } = withForm(
    document,
    withPathParameters(
      path,
      mergeParameters(document, pathItem.parameters, node.parameters).map((each) =>
        readParameter(document, each, at),
      ),
      (parameter) => readParameter(document, parameter, at),
    ).filter(({ in: place, name }) => !(place === "header" && isIgnored(name))),
  );
  return {
    id,
    method,
    path,
    summary: textOf(node.summary),
    description: textOf(node.description),
    deprecated: node.deprecated === true,
    tags: itemsOf(node.tags).map(String),
    parameters,
    leftOut: [...leftOut, ...withoutStatus(node.responses), ...unsent.map(withoutScheme)],
    ...bodyOf(document, method, node, parameters, at),
    responses: entriesOf(node.responses)
      .filter(([status]) => isStatus(status))
      .map(([status, each]) => readResponse(document, status, each, at)),
    auth,
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

/** The responses of no status, which no client can tell from others. */
function withoutStatus(responses: unknown): LeftOut[] {
  const names = entriesOf(responses).map(([name]) => name);
  const others = names.filter((name) => !isStatus(name) && !name.startsWith("x-"));
  return others.map((name) => ({
    where: "responses",
    what: `${JSON.stringify(name)} is not a status`,
    fix: "write a status such as 200, a range such as 4XX, or default",
  }));
}

/** A security scheme that is left to whoever sends the request. */
function withoutScheme(name: string): LeftOut {
  return {
    where: "security",
    what: `${name} is no header, query parameter or cookie that the document defines`,
    fix: "pass a fetch that does what it asks for, or define it under components.securitySchemes",
  };
}

/** Adds the parameters of a path that are not declared: each is a text. */
function withPathParameters(
  path: string,
  declared: readonly Parameter[],
  read: (parameter: JsonObject) => Parameter,
): Parameter[] {
  const names = declared.flatMap(({ in: place, name }) => (place === "path" ? [name] : []));
  const templated = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const missing = [...new Set(templated)].filter((name) => !names.includes(name));
  const schema = { type: "string" };
  return [...declared, ...missing.map((name) => read({ name, in: "path", schema }))];
}

/** Separates the optional parameters that nothing can write, such as lists of lists in a query. */
function withForm(
  document: OpenApiDocument,
  all: readonly Parameter[],
): Pick<Operation, "parameters" | "leftOut"> {
  const leftOut: LeftOut[] = [];
  const parameters = all.filter((parameter) => {
    const faults: LeftOut[] = [];
    if (!parameter.required) {
      isStyleSupported(document, parameter, (place, what, fix) => {
        const named = `${parameter.in} parameter ${JSON.stringify(parameter.name)}`;
        faults.push({ where: place ? `${named}, ${place}` : named, what, fix });
      });
    }
    leftOut.push(...faults);
    return faults.length === 0;
  });
  return { parameters: withArguments(parameters), leftOut };
}

/** Names the parameters of a call, which are one flat object; those of the path keep their names. */
function withArguments(parameters: readonly Parameter[]): Parameter[] {
  const places = new Map<string, string>();
  for (const { in: place, name } of parameters) {
    if (place === "path") {
      places.set(name, place);
    }
  }
  return parameters.map((parameter) => {
    const { in: place, name } = parameter;
    const key = place === "header" ? name.toLowerCase() : name;
    const other = [places.get(name), places.get(key)].find((each) => each && each !== place);
    if (other) {
      return { ...parameter, argument: `${place}_${name}` };
    }
    places.set(name, place).set(key, place);
    return parameter;
  });
}

/** Returns the body of an operation; none where fetch cannot send it and it is not required. */
function bodyOf(
  document: OpenApiDocument,
  method: string,
  { requestBody }: JsonObject,
  parameters: readonly Parameter[],
  at: string,
): Pick<Operation, "body"> {
  if (requestBody === undefined) {
    return {};
  }
  const body = readBody(document, requestBody, parameters, at);
  const isSendable = method !== "GET" && method !== "HEAD";
  return isSendable || body.required ? { body } : {};
}

/** OpenAPI ignores header parameters with these names; media types and security describe them. */
function isIgnored(header: string): boolean {
  return ["accept", "content-type", "authorization"].includes(header.toLowerCase());
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
