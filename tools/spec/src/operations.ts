import type { SpecDocument } from "./bundle.ts";
import { asNode, type Node, resolve } from "./resolve.ts";

/** One operation of a spec, with references resolved, as far as its examples matter. */
export interface SpecOperation {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  /** The first of its tags. */
  readonly tag?: string;
  /** Those of the path and the operation's own. */
  readonly parameters: readonly SpecParameter[];
  readonly body?: SpecBody;
  /** Whether a request has to carry credentials (`required`) or may (`optional`). */
  readonly auth: "required" | "optional" | "none";
  /** `x-pagination`. */
  readonly pagination?: { readonly cursorField: string; readonly itemsField: string };
  readonly responses: readonly SpecResponse[];
}

/** A parameter in the path, the query, a header or a cookie. */
export interface SpecParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** `x-client-option`: the client option that binds it once for all calls. */
  readonly clientOption?: string;
  /** A value that fits, where the spec shows one. */
  readonly example: unknown;
  /** Values by the name of their example. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** A JSON request body. */
export interface SpecBody {
  readonly example: unknown;
  /** Whether the body is an object of named fields, each of which is a parameter of the client. */
  readonly hasFields: boolean;
}

/** A documented response. */
export interface SpecResponse {
  /** A status, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly headers: readonly string[];
  /** Bodies by the name of their example. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** Every operation of a bundled spec, in the order of the document. */
export function listOperations(document: SpecDocument): SpecOperation[] {
  return entries(asNode(document.paths)).flatMap(([path, pathItem]) => {
    const item = resolve(document, pathItem);
    return entries(item)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(([method, operation]) => readOperation(document, method, path, item, operation));
  });
}

function readOperation(
  document: SpecDocument,
  method: string,
  path: string,
  item: Node,
  operation: Node,
): SpecOperation {
  const pagination = operation["x-pagination"] as SpecOperation["pagination"];
  const body = resolve(document, operation.requestBody).content;
  const [tag] = values(operation.tags) as unknown[];
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    ...(typeof tag === "string" ? { tag } : {}),
    parameters: [...values(item.parameters), ...values(operation.parameters)].map((parameter) =>
      readParameter(document, resolve(document, parameter)),
    ),
    ...(body ? { body: readBody(document, values(body)[0] ?? {}) } : {}),
    auth: readAuth(operation.security ?? document.security),
    ...(pagination ? { pagination } : {}),
    responses: entries(operation.responses).map(([status, each]) => {
      const { headers, content } = resolve(document, each);
      const examples = values(content).map((media) => namedExamples(document, media));
      return {
        status,
        headers: entries(headers).map(([name]) => name),
        examples: Object.assign({}, ...examples),
      };
    }),
  };
}

function readParameter(document: SpecDocument, parameter: Node): SpecParameter {
  const option = parameter["x-client-option"];
  return {
    name: String(parameter.name),
    in: String(parameter.in),
    required: parameter.required === true,
    ...(option === undefined ? {} : { clientOption: String(option) }),
    example: firstExample(document, parameter),
    examples: namedExamples(document, parameter),
  };
}

function readBody(document: SpecDocument, media: Node): SpecBody {
  const schema = resolve(document, media.schema);
  return { example: firstExample(document, media), hasFields: schema.properties !== undefined };
}

function readAuth(security: unknown): SpecOperation["auth"] {
  const free = values(security).filter((requirement) => entries(requirement).length === 0);
  if (free.length === values(security).length) {
    return "none";
  }
  return free.length > 0 ? "optional" : "required";
}

function namedExamples(document: SpecDocument, node: Node): Record<string, unknown> {
  return Object.fromEntries(
    entries(node.examples).map(([name, example]) => [name, resolve(document, example).value]),
  );
}

function firstExample(document: SpecDocument, node: Node): unknown {
  const schema = resolve(document, node.schema);
  return (
    node.example ??
    Object.values(namedExamples(document, node))[0] ??
    schema.example ??
    values(schema.examples)[0] ??
    schema.default ??
    values(schema.enum)[0]
  );
}

function entries(node: unknown): [string, Node][] {
  return Object.entries(asNode(node)) as [string, Node][];
}

function values(node: unknown): Node[] {
  return Object.values(asNode(node)) as Node[];
}
