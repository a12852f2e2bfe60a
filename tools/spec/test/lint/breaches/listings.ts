import { type Breach, get, page, schemas } from "./breach.ts";

/** Parameters and pages that break a rule. */
export const listingBreaches: Record<string, Breach> = {
  "a cursor without x-pagination": {
    rule: "pagination",
    set: { [`${get}/x-pagination`]: undefined },
    at: get,
  },
  "an x-pagination without a field": {
    rule: "pagination",
    set: { [`${get}/x-pagination/itemsField`]: undefined },
    at: `${get}/x-pagination`,
  },
  "an x-pagination with an unknown field": {
    rule: "pagination",
    set: { [`${get}/x-pagination/pageField`]: "page" },
    at: `${get}/x-pagination`,
  },
  "a cursor parameter that does not exist": {
    rule: "pagination",
    set: { [`${get}/x-pagination/cursorParameter`]: "after" },
    at: `${get}/x-pagination/cursorParameter`,
  },
  "a cursor field that does not exist": {
    rule: "pagination",
    file: schemas,
    set: { "/Page/properties/cursor": undefined },
    atFile: "things.yaml",
    at: `${get}/x-pagination/cursorField`,
    also: ["no-invalid-media-type-examples"],
  },
  "an items field that is not an array": {
    rule: "pagination",
    set: { [`${get}/x-pagination/itemsField`]: "parent" },
    at: `${get}/x-pagination/itemsField`,
  },
  "a limit parameter that does not exist": {
    rule: "pagination",
    set: { [`${get}/x-pagination/limitParameter`]: "size" },
    at: `${get}/x-pagination/limitParameter`,
  },
  "a count field that does not exist": {
    rule: "pagination",
    set: { [`${get}/x-pagination/countField`]: "count" },
    at: `${get}/x-pagination/countField`,
  },
  "an item key that is not a list": {
    rule: "pagination",
    set: { [`${get}/x-pagination/itemKey`]: "id" },
    at: `${get}/x-pagination`,
  },
  "an undo that does not exist": {
    rule: "undo",
    set: { [`${get}/x-undo`]: { operationId: "noSuchOperation" } },
    at: `${get}/x-undo`,
  },
  "a volatile response without a maximum age": {
    rule: "volatile",
    set: { [`${get}/x-volatile`]: { parameters: { limit: 1 } } },
    at: `${get}/x-volatile`,
  },
  "a volatile response of an unknown parameter": {
    rule: "volatile",
    set: { [`${get}/x-volatile`]: { maxAgeSeconds: 1, parameters: { size: 1 } } },
    at: `${get}/x-volatile/parameters`,
  },
  "an invalid hexadecimal case": {
    rule: "hex-case",
    set: { [`${get}/parameters/0/x-hex-case`]: "upper" },
    at: `${get}/parameters/0/x-hex-case`,
  },
  "an absent example that exists": {
    rule: "parameter-hints",
    set: { [`${get}/parameters/0/x-absent-example`]: 2 },
    at: `${get}/parameters/0/x-absent-example`,
  },
  "a listing with one page": {
    rule: "pagination-examples",
    set: { [`${page}/examples/lastPage`]: undefined },
    at: `${page}/examples`,
  },
  "a first page that is the last": {
    rule: "pagination-examples",
    set: { [`${page}/examples/firstPage/value/cursor`]: null },
    at: `${page}/examples/firstPage/value/cursor`,
  },
  "a cursor that no page follows": {
    rule: "pagination-examples",
    set: { [`${page}/examples/other`]: { value: { cursor: "c2", things: [] } } },
    at: `${page}/examples/other/value/cursor`,
  },
  "pages in a circle": {
    rule: "pagination-examples",
    set: {
      [`${page}/examples`]: Object.fromEntries(
        ["c1", "c2", "c1", null].map((cursor, n) => [
          `page${n}`,
          { value: { cursor, things: [] } },
        ]),
      ),
    },
    at: `${page}/examples/page0/value/cursor`,
    times: 3,
  },
  "a cursor example that no page returns": {
    rule: "pagination-examples",
    set: { "/paths/~1things/parameters/0/example": "c9" },
    at: "/paths/~1things/parameters/0/example",
  },
  "a cursor example that overrides that of the path, and that no page returns": {
    rule: "pagination-examples",
    set: {
      [`${get}/parameters/1`]: {
        name: "cursor",
        in: "query",
        description: "Cursor from the previous page.",
        schema: { type: "string" },
        example: "c9",
      },
    },
    at: `${get}/parameters/1/example`,
  },
  "a null query parameter without wire form": {
    rule: "null-query-parameter",
    set: { [`${get}/parameters/0/description`]: "How many, or null." },
    at: `${get}/parameters/0/description`,
  },
  "a parameter without example": {
    rule: "parameter-examples",
    set: { [`${get}/parameters/0/example`]: undefined },
    at: `${get}/parameters/0`,
  },
};
