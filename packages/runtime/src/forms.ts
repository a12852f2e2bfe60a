import { type CallFacts, inputError } from "./errors.ts";
import type { Operation, ParameterRule } from "./operation.ts";
import type { Params } from "./params.ts";
import { bodies, type Content } from "./request.ts";
import { Encoded } from "./styled-texts.ts";
import { checkStyled, placeOne, styles } from "./styles.ts";
import { type Binary, hasType, isBinary, SCALARS } from "./values.ts";

/**
 * Writing of bodies in other formats than JSON, for clients with operations that send some. To be listed after
 * the other parts.
 */
export const forms = { writeBody };

const STYLED_TYPES = ["string", "number", "boolean", "array", "object"] as const;

/** A field of a form. Only in a query, and a form that is written as one, a text may be encoded. */
interface Field {
  readonly name: string;
  readonly value: string | Binary | Encoded;
  readonly type?: string | undefined;
}

function writeBody(call: CallFacts, operation: Operation, fields: Params): Content | undefined {
  const { body, bodyFormat, contentType } = operation;
  const value = body === "whole" ? fields.body : fields;
  if (body === undefined || bodyFormat === undefined || value === undefined) {
    return bodies.writeBody(call, operation, fields);
  }
  if (bodyFormat === "raw") {
    const content = isBinary(value) ? blobOf(value) : String(value);
    return { body: content, ...(contentType && { headers: { "content-type": contentType } }) };
  }
  const form = Object.entries(Object(value)).flatMap(([name, each]) =>
    each == null ? [] : fieldsOf(call, operation, name, each),
  );
  return bodyFormat === "urlencoded" ? writeUrlencoded(form) : writeMultipart(form);
}

function writeUrlencoded(form: readonly Field[]): Content {
  const pairs = form.map(({ name, value }) => styles.writeQuery({ [name]: value }).slice(1));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { body: pairs.join("&"), headers };
}

/** Not by `FormData`: a `fetch` of another package would send `[object FormData]`, and line ends would change. */
function writeMultipart(form: readonly Field[]): Content {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const boundary = Array.from(random, (byte) => byte.toString(16)).join("");
  const parts = form.flatMap((field) => [
    `--${boundary}\r\n${headOf(field)}\r\n`,
    bytesOf(field),
    "\r\n",
  ]);
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  return { body: new Blob([...parts, `--${boundary}--\r\n`]), headers };
}

function headOf({ name, value, type }: Field): string {
  const isFile = isBinary(value);
  const stated: unknown = isFile ? Object(value).name : undefined;
  const file = isFile ? `; filename="${quoted(typeof stated === "string" ? stated : "blob")}"` : "";
  const ofFile = isFile ? Object(value).type || type || "application/octet-stream" : type;
  return [
    `Content-Disposition: form-data; name="${quoted(name)}"${file}\r\n`,
    ofFile ? `Content-Type: ${ofFile}\r\n` : "",
  ].join("");
}

/** Encodes what would end a name, as browsers do. */
function quoted(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

function bytesOf({ value }: Field): string | Blob {
  return isBinary(value) ? blobOf(value) : String(value);
}

/** Bytes in memory are copied, because the caller may change them. */
function blobOf(value: Binary): Blob {
  return value instanceof Blob ? value : new Blob([value as ArrayBuffer | Uint8Array<ArrayBuffer>]);
}

/** Writes a property: arrays item by item, objects as JSON, if its encoding states nothing else. */
function fieldsOf(call: CallFacts, operation: Operation, name: string, value: unknown): Field[] {
  const { style, contentType } = operation.encoding?.[name] ?? {};
  if (style !== undefined) {
    return styledFields(call, operation, name, value);
  }
  const isJson = contentType?.endsWith("json");
  const values = Array.isArray(value) && !isJson ? value : [value];
  return values.map((each): Field => {
    if (isBinary(each) && operation.bodyFormat === "multipart") {
      return { name, value: each, type: contentType };
    }
    const isText = hasType(each, SCALARS) && !isJson;
    return isText
      ? { name, value: String(each), type: contentType }
      : { name, value: jsonOf(call, each), type: contentType ?? "application/json" };
  });
}

function jsonOf(call: CallFacts, value: unknown): string {
  const json = bodies.writeBody(call, { method: "POST", path: "", body: "whole" }, { body: value });
  return String(json?.body);
}

/** Writes a property as the style of its encoding says, as in a query. */
function styledFields(
  call: CallFacts,
  operation: Operation,
  name: string,
  value: unknown,
): Field[] {
  const encoding = operation.encoding?.[name];
  const rule: ParameterRule = { ...encoding, in: "query", type: STYLED_TYPES };
  const isMultipart = operation.bodyFormat === "multipart";
  // What separates items is not told from what is within them where nothing is encoded, as in a header.
  const isSplit = isMultipart && encoding?.style === "form" && encoding.explode === false;
  const problem = checkStyled(isSplit ? { ...rule, in: "header" } : rule, value);
  if (problem !== undefined) {
    throw inputError(call, name, problem);
  }
  const query: Record<string, unknown> = {};
  placeOne(call, operation, { path: {}, query, header: {}, body: {} }, name, rule, value);
  return Object.entries(query).flatMap(([own, texts]) =>
    [texts].flat().map((each): Field => {
      const isEncoded = each instanceof Encoded;
      const text = isEncoded && isMultipart ? decodeURIComponent(each.text) : each;
      return { name: own, value: text instanceof Encoded ? text : String(text) };
    }),
  );
}
