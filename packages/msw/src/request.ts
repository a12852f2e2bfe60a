import {
  jsonTypes,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  readOperations,
  readRequest,
} from "@chainkit/openapi";
import type { OperationDescription } from "@chainkit/runtime";
import type { Alternatives } from "./denial.ts";

/** Parameters of a request, as the first argument of the client's method, or the reason for its rejection. */
type Read =
  | { readonly params: Readonly<Record<string, unknown>> }
  | { readonly parameter: string; readonly reason: string };

/** Reads the parameters of requests, or says what is wrong with them. */
export type Reader = (request: Request) => Promise<Read>;

/** Creates the reader of an operation of a document. */
export function readerOf(
  document: OpenApiDocument,
  operation: Operation,
  base: string,
  credentials: Alternatives,
): Reader {
  const keys = credentials.flat().flatMap((each) => (each.kind === "key" ? each.name : []));
  return async (request) => {
    const [target = "", query = ""] = request.url
      .slice(base.length)
      .replace(/#.*$/s, "")
      .split(/\?(.*)/s);
    const wrong = wrongIn(document, operation, query, keys);
    if (wrong) {
      return wrong;
    }
    const bytes = new Uint8Array(await request.clone().arrayBuffer());
    if (!operation.body && bytes.length > 0) {
      return { parameter: "body", reason: "must not be sent" };
    }
    const body = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const isForm = /^multipart\//i.test(request.headers.get("content-type") ?? "");
    const { params, faults } = readRequest(document, operation, {
      path: target,
      query,
      header: (name) => request.headers.get(name) ?? undefined,
      body: isForm ? body : new TextDecoder().decode(bytes),
    });
    const [fault] = faults;
    if (!fault) {
      return { params };
    }
    const received =
      fault.value === undefined ? "" : `; received ${JSON.stringify(fault.value).slice(0, 80)}`;
    return { parameter: fault.name || fault.place, reason: `${fault.reason}${received}` };
  };
}

/** A parameter of the query that is not declared, unless one may have any members, or that is given twice. */
function wrongIn(
  document: OpenApiDocument,
  { id, parameters }: Operation,
  query: string,
  keys: readonly string[],
): Read | undefined {
  const declared = parameters.filter(({ in: place }) => place === "query");
  const typesOf = ({ schema }: Parameter) => jsonTypes(document, schema);
  const isOpen = declared.some(
    (each) => each.style === "deepObject" || typesOf(each)?.has("object"),
  );
  const sent = [...new URLSearchParams(query).keys()];
  const known = [...keys, ...declared.map(({ name }) => name)];
  const unknown = isOpen ? undefined : sent.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return { parameter: unknown, reason: `is not a parameter of ${id}` };
  }
  const twice = declared.find(
    (each) =>
      typesOf(each)?.has("array") === false && sent.filter((name) => name === each.name).length > 1,
  );
  return twice && { parameter: twice.name, reason: "must be given once" };
}

/** Creates the reader of an operation that is described as data, such as those of the areas. */
export function readerOfDescription(
  { id, method, path, places, params }: OperationDescription,
  base: string,
  credentials: Alternatives,
): Reader {
  const { properties = {}, required = [], ...rest } = params;
  const names = required as readonly string[];
  const schemas = Object.entries(properties as Record<string, object>);
  const fields = schemas.filter(([name]) => places[name] === "field");
  const schema = {
    ...rest,
    properties: Object.fromEntries(fields),
    required: names.filter((name) => places[name] === "field"),
  };
  const whole = schemas.find(([name]) => places[name] === "body");
  const content = { "application/json": { schema: whole ? whole[1] : schema } };
  const isRequired = whole ? names.includes(whole[0]) : schema.required.length > 0;
  const operation = {
    operationId: id,
    parameters: schemas
      .filter(([name]) => /^(path|query|header)$/.test(places[name] ?? ""))
      .map(([name, of]) => ({
        name,
        in: places[name],
        schema: of,
        required: names.includes(name),
      })),
    ...(whole || fields.length > 0 ? { requestBody: { required: isRequired, content } } : {}),
    responses: {},
  };
  const document = {
    openapi: "3.1.0",
    info: {},
    $defs: params.$defs ?? {},
    paths: { [path]: { [method.toLowerCase()]: operation } },
  };
  const [only] = readOperations(document);
  return readerOf(document, only as Operation, base, credentials);
}
