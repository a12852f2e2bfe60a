import { isBinary, isObject, itemSchemas, propertyOf } from "@chainkit/openapi";
import { styleOf } from "@chainkit/openapi/rules";
import { CallError, forms, type Operation as Rule, styles } from "@chainkit/runtime";
import type { Parameter, RequestBody } from "../spec/operations.ts";
import type { Spec } from "../spec/spec.ts";

/** The client's writers name the call in their errors. */
const CALL = { operation: "request", method: "POST", url: "", attempts: 0 };

/** Values are written whether they are valid or not. */
const UNCHECKED = { checkType: () => undefined };

/** The parts of a request that a parameter is in. */
export interface WrittenParameter {
  /** The text in place of its name in the path. */
  readonly path?: string;
  /** Pairs of the query, without `?`; empty if there are none. */
  readonly query: string;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Writes a parameter as clients do.
 *
 * @throws CallError of kind `input` if its style has no form for the value, or a header cannot have it.
 */
export function writeParameter(
  { document }: Spec,
  parameter: Parameter,
  value: unknown,
): WrittenParameter {
  const name = parameter.wireName;
  const place = parameter.in as "path" | "query" | "header" | "cookie";
  const rule = { in: place, ...styleOf(document, { ...parameter, in: place }) };
  const operation: Rule = { method: "GET", path: "", parameters: { [name]: rule } };
  const placed = styles.place(CALL, operation, { [name]: value ?? "" }, {}, UNCHECKED);
  const headers = Object.entries(placed.header).map(([header, each]) => [
    header.toLowerCase(),
    headerText(place, header, [each].flat().join(",")),
  ]);
  return {
    ...(name in placed.path ? { path: styles.encodePath(placed.path[name]) } : {}),
    query: styles.writeQuery(placed.query).slice(1),
    headers: Object.fromEntries(headers),
  };
}

/** What surrounds a value is not part of it (RFC 9110, 5.5): block scalars of YAML end with a line break. */
function headerText(place: string, name: string, value: string): string {
  const text = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) {
    const shown = JSON.stringify(text);
    const problem = `${place} parameter ${name}: no header can have ${shown}; use printable ASCII`;
    throw new CallError("input", problem, CALL);
  }
  return text;
}

/** A body as it is sent. */
export interface WrittenBody {
  readonly body: string | Blob;
  readonly type: string;
}

/**
 * Writes a body as clients do.
 *
 * @throws CallError of kind `input` if its encoding has no form for the value.
 */
export function writeBody(spec: Spec, media: RequestBody, value: unknown): WrittenBody {
  if (media.format === "json") {
    return { body: JSON.stringify(value), type: media.type };
  }
  const { format: bodyFormat, type: contentType, encoding } = media;
  const rule: Rule = { method: "POST", path: "", body: "whole", bodyFormat, contentType, encoding };
  const content = forms.writeBody(CALL, rule, { body: withFiles(spec, media, value) });
  const { body = "", headers = {} } = content ?? {};
  return {
    body: body instanceof Blob ? body : String(body),
    type: headers["content-type"] ?? contentType,
  };
}

/** A file, or the text that stands for one in an example. */
function fileOf(value: unknown): Blob {
  return value instanceof Blob ? value : new Blob([String(value)]);
}

/** Puts files in place of the texts that stand for them. */
function withFiles({ document }: Spec, { schema, format }: RequestBody, value: unknown): unknown {
  if (format === "raw") {
    return isBinary(document, schema) ? fileOf(value) : value;
  }
  if (!isObject(value) || format !== "multipart") {
    return value;
  }
  const fields = Object.entries(value).map(([name, each]) => {
    const member = propertyOf(document, schema, name);
    if (Array.isArray(each)) {
      const isOfFiles = itemSchemas(document, member).some((items) => isBinary(document, items));
      return [name, isOfFiles ? each.map(fileOf) : each];
    }
    return [name, isBinary(document, member) ? fileOf(each) : each];
  });
  return Object.fromEntries(fields);
}
