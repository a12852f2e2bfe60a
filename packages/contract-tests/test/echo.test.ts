import { expect, test } from "vitest";
import { filtersOf } from "../src/invariants/filter.ts";
import { listingOf } from "../src/invariants/listing.ts";
import { runContract } from "../src/run.ts";
import { createSpec } from "../src/spec/spec.ts";
import { oneOperation } from "./one-operation.ts";
import { serve } from "./serve.ts";

const owner = "0xaa11";
const hash = "0xcc33dd44";
const shown = [
  { from: owner, to: "0xbb22", hash },
  { from: "0xbb22", to: owner, hash },
];
const media = { schema: { type: "object" }, example: { next: null, things: shown } };
const text = { type: "string" };
const pagination = { cursorParameter: "from", cursorField: "next", itemsField: "things" };
const spec = createSpec("things", {
  openapi: "3.1.0",
  paths: {
    "/owners/{owner}/things": {
      get: {
        operationId: "listThings",
        parameters: [
          { name: "owner", in: "path", required: true, schema: text, example: owner },
          { name: "from", in: "query", schema: text },
        ],
        responses: { 200: { description: "", content: { "application/json": media } } },
        "x-pagination": pagination,
      },
    },
  },
});

test.each([
  ["names it", { from: "0xbb22", to: "0xAA11", hash }, "passed"],
  ["leaves out where it may be", { from: "0xbb22", hash }, "passed"],
  ["has null where it may be", { from: "0xbb22", to: null, hash }, "passed"],
  ["names others", { from: "0xbb22", to: "0xdd33", hash }, "failed"],
  ["leaves out what is something else", { from: "0xbb22", to: "0xdd33" }, "failed"],
])("a record of a list of what one owns %s", async (_, record, outcome) => {
  const target = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ next: null, things: [record] }));
  });
  const include = ["* / invariant / every record contains *", "* / invariant / every limit *"];
  const options = { target, known: { listThings: [{ owner }] }, seed: 1, include };
  const { results } = await runContract(options, [spec]);
  expect(results.map((each) => each.outcome).sort()).toEqual([outcome, "passed"].sort());
});

test("a listing has a limit, and filters: optional parameters of the query besides it and the cursor", () => {
  const shown = { schema: text, example: "0xbb22" };
  const schema = { type: ["integer", "null"], minimum: 2, maximum: 9, default: 4 };
  const parameters = [
    { name: "size", in: "query", schema },
    ...["from", "to"].map((name) => ({ name, in: "query", ...shown })),
    { name: "X-To", in: "header", ...shown },
    { name: "sender", in: "query", required: true, ...shown },
  ];
  const operation = oneOperation("get", "/things", {
    parameters,
    responses: { 200: { description: "", content: { "application/json": media } } },
    "x-pagination": { ...pagination, limitParameter: "size" },
  });
  const listing = listingOf(operation) ?? expect.fail();
  expect(filtersOf(listing).map(({ place }) => place)).toEqual([".to"]);
  expect(listing.limit).toMatchObject({ minimum: 2, maximum: 9, usual: 4, isNullable: true });
});
