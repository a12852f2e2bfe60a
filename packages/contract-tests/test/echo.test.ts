import { expect, test } from "vitest";
import { echoInvariants } from "../src/invariants/echo.ts";
import { runContract } from "../src/run.ts";
import { loadSpecs } from "../src/spec/load.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";
import { serve } from "./serve.ts";

const owner = "0xaa11";
const hash = "0xcc33dd44";
const shown = [
  { from: owner, to: "0xbb22", hash },
  { from: "0xbb22", to: owner, hash },
];
const media = { schema: { type: "object" }, example: { next: null, things: shown } };
const text = { type: "string" };
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
        "x-pagination": { cursorParameter: "from", cursorField: "next", itemsField: "things" },
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
  const include = ["* / invariant / every record contains the requested owner"];
  const options = { target, known: { listThings: [{ owner }] }, seed: 1, include };
  const { results } = await runContract(options, [spec]);
  expect(results.map((each) => each.outcome)).toEqual([outcome]);
});

test("responses of the contract repeat what identifies a record, a block or a wallet", async () => {
  const specs = await loadSpecs();
  // In the order in which reports have them, wherever the package is installed.
  expect(specs.map(({ name }) => name)).toEqual([
    ...["address-data", "chain-data", "subgraph-management"],
  ]);
  const repeated = specs
    .flatMap(operationsOf)
    .flatMap(echoInvariants)
    .map(({ operation, name }) => [operation, name]);
  expect(repeated).toEqual([
    ["getAddressTransactions", "every record contains the requested walletAddress"],
    ["getBlockTransactions", "transactions[].block_number equals the requested blockNumber"],
    ["getTransaction", "transaction.transaction_hash equals the requested transaction_hash"],
    ["getBlock", "block.number equals the requested block_number"],
    ["getNft", "nft.token_address equals the requested collection_address"],
    ["getNft", "nft.token_id equals the requested token_id"],
  ]);
});
