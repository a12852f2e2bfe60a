import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { unmarkedListings, withPagination } from "../src/infer-pagination.ts";

const listing = (fields: string, parameters = "cursor, limit") => `openapi: 3.1.0
info: { title: Fees, version: "1" }
paths:
  /fees:
    # Everything that was paid.
    get:
      operationId: listFees # of one wallet
      parameters:
${parameters
  .split(", ")
  .map((name) => `        - { name: ${name}, in: query, schema: { type: string } }`)
  .join("\n")}
      responses:
        "200":
          description: A page.
          content:
            application/json: { schema: { type: object, properties: { ${fields} } } }
            text/csv: { schema: { type: string } }
`;

const PAGE = 'cursor: { type: [string, "null"] }, total: { type: integer }, fees: { type: array }';

describe("a listing with a cursor and without x-pagination", () => {
  it("gets it from its parameters and its page, and keeps all else", () => {
    const text = listing(PAGE);
    const [found] = unmarkedListings(parse(text));
    expect(found?.pagination).toEqual({
      cursorParameter: "cursor",
      cursorField: "cursor",
      itemsField: "fees",
      limitParameter: "limit",
    });
    const lines = `      x-pagination:
        cursorParameter: cursor
        cursorField: cursor
        itemsField: fees
        limitParameter: limit
`;
    const written = found && withPagination(text, found);
    expect(written).toBe(text.replace("# of one wallet\n", `# of one wallet\n${lines}`));
    expect(unmarkedListings(parse(written ?? ""))).toEqual([]);
  });

  it("has names of other APIs", () => {
    const page = "nextPageToken: { type: string }, items: { type: array }";
    expect(unmarkedListings(parse(listing(page, "page_token, page_size")))[0]?.pagination).toEqual({
      cursorParameter: "page_token",
      cursorField: "nextPageToken",
      itemsField: "items",
      limitParameter: "page_size",
    });
  });

  it.each([
    ["two lists", `${PAGE}, refunds: { type: array }`],
    ["no list", "cursor: { type: string }"],
    ["no next cursor", "fees: { type: array }"],
  ])("is only named if its page has %s", (_, fields) => {
    expect(unmarkedListings(parse(listing(fields)))).toEqual([{ id: "listFees" }]);
  });

  it("is left as it is if its operation is written on one line", () => {
    const text = JSON.stringify(parse(listing(PAGE)));
    const [found] = unmarkedListings(parse(text));
    expect(found && withPagination(text, found)).toBeUndefined();
  });
});

it("a listing without a cursor needs no x-pagination", () => {
  expect(unmarkedListings(parse(listing(PAGE, "limit")))).toEqual([]);
});
