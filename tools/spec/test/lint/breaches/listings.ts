import { inspect } from "node:util";
import { cursor } from "../fixture.ts";
import { type Breach, breach, get, page, schemas } from "./breach.ts";

const rule = `${get}/x-pagination`;
const limit = `${get}/parameters/0`;
const examples = `${page}/examples`;

/** Values of the members of an extension that no reader of it understands. */
const misread = (name: string, at: string, members: Record<string, readonly unknown[]>) =>
  Object.entries(members).flatMap(([key, values]) =>
    values.map((value): [string, Breach] => [
      `an x-${name} whose ${key} is ${inspect(value)}`,
      { rule: name, set: { [`${at}/${key}`]: value }, at },
    ]),
  );
const misunderstood = [
  ...misread("pagination", rule, {
    itemsField: [undefined],
    pageField: ["page"],
    limitParameter: [1],
    countField: [1],
    itemKey: ["id", [], [1]],
  }),
  ...misread("volatile", `${get}/x-volatile`, {
    maxAgeSeconds: [undefined, -1, 0.5],
    parameters: [1],
    seconds: [1],
  }),
];

/** Parameters and pages that break a rule. */
export const listingBreaches: Record<string, Breach> = {
  ...Object.fromEntries(misunderstood),
  "a cursor without x-pagination": breach("pagination", rule, undefined, { at: get }),
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
  "an undo that does not exist": breach("undo", `${get}/x-undo`, {
    operationId: "noSuchOperation",
  }),
  "an undo by the operation itself": breach("undo", `${get}/x-undo`, { operationId: "listThings" }),
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
    { ...cursor, example: undefined, examples: { none: { value: "c9" } } },
    { at: `${get}/parameters/1/examples` },
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
