import type { OperationDescription } from "@chainkit/runtime";

type Json = Readonly<Record<string, unknown>>;

/** Limit of a page if the contract names no default. */
const DEFAULT_LIMIT = 100;

/** Error for a cursor that does not belong to the listing. */
export class BadParameterError extends Error {
  override readonly name = "BadParameterError";
  readonly parameter: string;

  constructor(parameter: string, reason: string) {
    super(reason);
    this.parameter = parameter;
  }
}

/**
 * Returns the page of a listing that the parameters `limit` and cursor select.
 *
 * @param template Example page from the contract, which supplies the other fields.
 * @param most Maximum number of items, whatever `limit` says.
 * @throws BadParameterError if the cursor is invalid.
 */
export function cutPage(
  operation: OperationDescription,
  items: readonly unknown[],
  params: Json,
  template: Json,
  most = Number.POSITIVE_INFINITY,
): Json {
  const { cursorParameter, cursorField, itemsField } = operation.pagination ?? never();
  const { limit: asked } = params;
  const limit = Math.min(typeof asked === "number" ? asked : defaultLimit(operation), most);
  const { [cursorParameter]: cursor, limit: _, ...filter } = params;
  const listing = JSON.stringify([operation.id, filter]);
  const start = cursor === undefined ? 0 : readCursor(String(cursor), listing);
  if (start === undefined || start >= Math.max(items.length, 1)) {
    throw new BadParameterError(cursorParameter, "is not a cursor of this listing");
  }
  const page = items.slice(start, start + limit);
  const end = start + page.length;
  const next = end < items.length ? writeCursor(end, listing) : null;
  return {
    ...counted(template, itemsField, page.length),
    [cursorField]: next,
    [itemsField]: page,
  };
}

/** Joins the items of consecutive example pages; `most` is the size of the first page. */
export function exampleItems(
  { pagination }: Pick<OperationDescription, "pagination">,
  pages: readonly unknown[],
): { readonly items: readonly unknown[]; readonly most: number } {
  const { itemsField, cursorField } = pagination ?? never();
  const all = pages.map((page) => Object(page) as Json);
  const first = Math.max(
    all.findIndex(({ [cursorField]: cursor }) => Boolean(cursor)),
    0,
  );
  const last = all.findIndex(({ [cursorField]: cursor }, at) => at >= first && !cursor);
  const parts = all
    .slice(first, last < 0 ? undefined : last + 1)
    .map(({ [itemsField]: items }) => (Array.isArray(items) ? items : []));
  return { items: parts.flat(), most: Math.max(parts[0]?.length ?? 0, 1) };
}

/** Sets the fields of a page that count its items to another count. */
function counted(template: Json, itemsField: string, count: number): Json {
  const { [itemsField]: shown } = template;
  const length = Array.isArray(shown) ? shown.length : undefined;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, value === length ? count : value]),
  );
}

function defaultLimit({ params }: OperationDescription): number {
  const { limit } = (params.properties ?? {}) as Record<string, { default?: unknown } | undefined>;
  return typeof limit?.default === "number" ? limit.default : DEFAULT_LIMIT;
}

/** Encodes an opaque cursor that is valid for one operation and filter only. */
function writeCursor(position: number, listing: string): string {
  return btoa(`${position}.${hash(listing)}`).replace(/=+$/, "");
}

function readCursor(cursor: string, listing: string): number | undefined {
  try {
    const [position, of] = atob(cursor).split(".");
    return of === hash(listing) && /^\d+$/.test(position ?? "") ? Number(position) : undefined;
  } catch {
    return undefined;
  }
}

/** FNV-1a, enough to tell listings apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (value >>> 0).toString(36);
}

function never(): never {
  throw new Error("not a listing");
}
