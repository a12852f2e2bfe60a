import { asNode, entriesOf, itemsOf, type Node } from "./node.ts";
import type { Spec } from "./spec.ts";

/** A parameter in the path, the query, a header or a cookie. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Node;
  /** `x-client-option`: bound once for all calls. */
  readonly clientOption?: string;
  /** Values that fit, by the name of their example; `""` names the one without a name. */
  readonly examples: ReadonlyMap<string, unknown>;
  readonly node: Node;
}

/** A media type of a body. */
export interface Media {
  readonly type: string;
  readonly schema: Node | undefined;
  readonly examples: ReadonlyMap<string, unknown>;
  readonly node: Node;
}

/** The body of a request. */
export interface RequestBody extends Media {
  readonly required: boolean;
  /** The Request Body Object. */
  readonly owner: Node;
}

/** A header of a response. */
interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Node | undefined;
  readonly node: Node;
}

/** A documented response. */
export interface Response {
  /** A status, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly media: readonly Media[];
  readonly headers: readonly Header[];
  readonly node: Node;
}

/** `x-pagination`. */
interface Pagination {
  readonly cursorParameter: string;
  readonly cursorField: string;
  readonly itemsField: string;
}

/** One operation of a spec, references resolved as far as it is read here. */
export interface Operation {
  readonly spec: Spec;
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** With `{name}` for each path parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
  readonly auth: "required" | "optional" | "none";
  /** Whether it may be sent again without doing more: it leaves nothing behind. */
  readonly idempotent: boolean;
  readonly pagination?: Pagination;
  readonly responses: readonly Response[];
  readonly node: Node;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Every operation of a spec, in the order of the document. */
export function operationsOf(spec: Spec): Operation[] {
  return entriesOf(spec.document.paths).flatMap(([path, pathItem]) => {
    const item = spec.resolve(pathItem);
    return METHODS.filter((method) => item[method] !== undefined).map((method) =>
      readOperation(spec, method.toUpperCase(), path, item, asNode(item[method])),
    );
  });
}

function readOperation(
  spec: Spec,
  method: string,
  path: string,
  item: Node,
  node: Node,
): Operation {
  const own = itemsOf(node.parameters).map((each) => readParameter(spec, spec.resolve(each)));
  const inherited = itemsOf(item.parameters)
    .map((each) => readParameter(spec, spec.resolve(each)))
    .filter(({ name, in: place }) => !own.some((one) => one.name === name && one.in === place));
  const pagination = node["x-pagination"] as Pagination | undefined;
  const owner = spec.resolve(node.requestBody);
  const [media] = readMedia(spec, owner.content);
  return {
    spec,
    id: String(node.operationId ?? `${method} ${path}`),
    method,
    path,
    parameters: [...inherited, ...own],
    ...(media ? { body: { ...media, owner, required: owner.required === true } } : {}),
    auth: readAuth(node.security ?? spec.document.security),
    idempotent: node["x-idempotent"] === true || ["GET", "HEAD"].includes(method),
    ...(pagination ? { pagination } : {}),
    responses: entriesOf(node.responses).map(([status, each]) =>
      readResponse(spec, status, spec.resolve(each)),
    ),
    node,
  };
}

function readParameter(spec: Spec, node: Node): Parameter {
  const option = node["x-client-option"];
  return {
    name: String(node.name),
    in: String(node.in),
    required: node.required === true || node.in === "path",
    schema: asNode(node.schema),
    ...(option === undefined ? {} : { clientOption: String(option) }),
    examples: readExamples(spec, node),
    node,
  };
}

function readResponse(spec: Spec, status: string, node: Node): Response {
  const headers = entriesOf(node.headers).map(([name, each]) => {
    const header = spec.resolve(each);
    const schema = header.schema === undefined ? undefined : asNode(header.schema);
    return { name, required: header.required === true, schema, node: header };
  });
  return { status, media: readMedia(spec, node.content), headers, node };
}

function readMedia(spec: Spec, content: unknown): Media[] {
  return entriesOf(content).map(([type, each]) => {
    const node = asNode(each);
    const schema = node.schema === undefined ? undefined : asNode(node.schema);
    return { type, schema, examples: readExamples(spec, node), node };
  });
}

function readExamples(spec: Spec, node: Node): Map<string, unknown> {
  const named = entriesOf(node.examples).map(
    ([name, each]) => [name, spec.resolve(each).value] as const,
  );
  if (named.length > 0) {
    return new Map(named);
  }
  const schema = spec.resolve(node.schema);
  const lone = [
    node.example,
    schema.example,
    itemsOf(schema.examples)[0],
    schema.default,
    itemsOf(schema.enum)[0],
  ];
  const value = lone.find((each) => each !== undefined);
  return value === undefined ? new Map() : new Map([["", value]]);
}

function readAuth(security: unknown): Operation["auth"] {
  const requirements = itemsOf(security);
  const free = requirements.filter((each) => entriesOf(each).length === 0);
  if (free.length === requirements.length) {
    return "none";
  }
  return free.length > 0 ? "optional" : "required";
}
