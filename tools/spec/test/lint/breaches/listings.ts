import { type Breach, breach, get, page, schemas } from "./breach.ts";

const rule = `${get}/x-pagination`;
const limit = `${get}/parameters/0`;
const examples = `${page}/examples`;

/** Parameters and pages that break a rule. */
export const listingBreaches: Record<string, Breach> = {
  "a cursor without x-pagination": breach("pagination", rule, undefined, { at: get }),
  "an x-pagination without a field": breach("pagination", `${rule}/itemsField`, undefined, {
    at: rule,
  }),
  "an x-pagination with an unknown field": breach("pagination", `${rule}/pageField`, "page", {
    at: rule,
  }),
  "a cursor parameter that does not exist": breach(
    "pagination",
    `${rule}/cursorParameter`,
    "after",
  ),
  "a cursor field that does not exist": breach("pagination", "/Page/properties/cursor", undefined, {
    file: schemas,
    atFile: "things.yaml",
    at: `${rule}/cursorField`,
    also: ["no-invalid-media-type-examples"],
  }),
  "an items field that is not an array": breach("pagination", `${rule}/itemsField`, "parent"),
  "a limit parameter that does not exist": breach("pagination", `${rule}/limitParameter`, "size"),
  "a count field that does not exist": breach("pagination", `${rule}/countField`, "count"),
  "an item key that is not a list": breach("pagination", `${rule}/itemKey`, "id", { at: rule }),
  "an undo that does not exist": breach("undo", `${get}/x-undo`, {
    operationId: "noSuchOperation",
  }),
  "an undo by the operation itself": breach("undo", `${get}/x-undo`, { operationId: "listThings" }),
  "a volatile response without a maximum age": breach("volatile", `${get}/x-volatile`, {
    parameters: { limit: 1 },
  }),
  "a volatile response of an unknown parameter": breach(
    "volatile",
    `${get}/x-volatile`,
    { maxAgeSeconds: 1, parameters: { size: 1 } },
    { at: `${get}/x-volatile/parameters` },
  ),
  "an invalid hexadecimal case": breach("hex-case", `${limit}/x-hex-case`, "upper"),
  "an absent example that exists": breach("parameter-hints", `${limit}/x-absent-example`, 2),
  "an absent example that exists by a name": {
    rule: "parameter-hints",
    set: {
      [`${limit}/example`]: undefined,
      [`${limit}/examples`]: { three: { value: 3 } },
      [`${limit}/x-absent-example`]: 3,
    },
    at: `${limit}/x-absent-example`,
  },
  "a listing with one page": breach("pagination-examples", `${examples}/lastPage`, undefined, {
    at: examples,
  }),
  "a first page that is the last": breach(
    "pagination-examples",
    `${examples}/firstPage/value/cursor`,
    null,
  ),
  "a cursor that no page follows": breach(
    "pagination-examples",
    `${examples}/other`,
    { value: { cursor: "c2", things: [] } },
    { at: `${examples}/other/value/cursor` },
  ),
  "pages in a circle": breach(
    "pagination-examples",
    examples,
    Object.fromEntries(
      ["c1", "c2", "c1", null].map((cursor, n) => [`page${n}`, { value: { cursor, things: [] } }]),
    ),
    { at: `${examples}/page0/value/cursor`, times: 3 },
  ),
  "a cursor example that no page returns": breach(
    "pagination-examples",
    "/paths/~1things/parameters/0/example",
    "c9",
  ),
  "a cursor example that overrides that of the path, and that no page returns": breach(
    "pagination-examples",
    `${get}/parameters/1`,
    {
      ...{ name: "cursor", in: "query", schema: { type: "string" }, example: "c9" },
      description: "Cursor from the previous page.",
    },
    { at: `${get}/parameters/1/example` },
  ),
  "a null query parameter without wire form": breach(
    "null-query-parameter",
    `${limit}/description`,
    "How many, or null.",
  ),
  "a parameter without example": breach("parameter-examples", `${limit}/example`, undefined, {
    at: limit,
  }),
};
