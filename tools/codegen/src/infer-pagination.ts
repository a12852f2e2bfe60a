import {
  jsonTypes,
  type OpenApiDocument,
  type Operation,
  type Pagination,
  readOperations,
  schemaOf,
  successesOf,
} from "@chainkit/openapi";
import { isMap, isScalar, parseDocument } from "yaml";

/** A listing of a document that has a cursor and no `x-pagination`. */
export interface UnmarkedListing {
  /** The operation's id. */
  readonly id: string;
  /** What its parameters and its page suggest; undefined if the page leaves a choice. */
  readonly pagination?: Pagination & { readonly limitParameter?: string };
}

const CURSOR = /^(?:cursor|(?:next_?)?page_?token|starting_?after|continuation)$/i;
const LIMIT = /^(?:limit|page_?size|per_?page|max_?results)$/i;

/** Finds the listings that have a cursor and no `x-pagination`. */
export function unmarkedListings(document: OpenApiDocument): UnmarkedListing[] {
  return readOperations(document)
    .filter(({ extensions }) => extensions["x-pagination"] === undefined)
    .flatMap((operation) => {
      const cursor = queryParameter(operation, CURSOR);
      return cursor === undefined ? [] : [inferred(document, operation, cursor)];
    });
}

function queryParameter({ parameters }: Operation, name: RegExp): string | undefined {
  return parameters.find((each) => each.in === "query" && !each.required && name.test(each.name))
    ?.name;
}

function inferred(
  document: OpenApiDocument,
  operation: Operation,
  cursorParameter: string,
): UnmarkedListing {
  const { id } = operation;
  const pages = successesOf(operation.responses).flatMap(({ media }) =>
    media.filter(({ isJson }) => isJson),
  );
  const properties = pages.length === 1 ? schemaOf(document, pages[0]?.schema).properties : {};
  const fieldsOf = (type: string) =>
    Object.keys(properties ?? {}).filter((name) =>
      jsonTypes(document, properties?.[name])?.has(type),
    );
  const cursors = fieldsOf("string").filter((name) => CURSOR.test(name.replace(/^next_?/i, "")));
  const lists = fieldsOf("array");
  const [cursorField, itemsField] = [cursors[0], lists[0]];
  if (!cursorField || !itemsField || cursors.length > 1 || lists.length > 1) {
    return { id };
  }
  const limitParameter = queryParameter(operation, LIMIT);
  const pagination = { cursorParameter, cursorField, itemsField };
  return { id, pagination: { ...pagination, ...(limitParameter && { limitParameter }) } };
}

/** Formats `x-pagination` as YAML, a line per member: one line of all is too long for the formatter. */
export function paginationYaml(pagination: UnmarkedListing["pagination"], indent: string): string {
  const members = Object.entries(pagination ?? {}).map(
    ([name, field]) => `${indent}  ${name}: ${field}`,
  );
  return [`${indent}x-pagination:`, ...members].join("\n");
}

/**
 * Writes `x-pagination` below the id of an operation, and leaves the rest of the document as it is.
 *
 * @returns The document; undefined if it is not written in blocks, one line per member.
 */
export function withPagination(
  text: string,
  { id, pagination }: UnmarkedListing,
): string | undefined {
  const paths = parseDocument(text).get("paths");
  const items = isMap(paths) ? paths.items.map(({ value }) => value) : [];
  const operations = items.flatMap((item) => (isMap(item) ? item.items : []));
  for (const { value } of operations) {
    const member = isMap(value)
      ? value.items.find(({ key }) => isScalar(key) && key.value === "operationId")
      : undefined;
    if (!isMap(value) || value.flow || !isScalar(member?.key) || !isScalar(member?.value)) {
      continue;
    }
    const start = member.key.range?.[0];
    if (member.value.value !== id || start === undefined) {
      continue;
    }
    const indent = " ".repeat(start - text.lastIndexOf("\n", start) - 1);
    const end = `${text}\n`.indexOf("\n", start);
    return `${text.slice(0, end)}\n${paginationYaml(pagination, indent)}${text.slice(end)}`;
  }
  return undefined;
}
