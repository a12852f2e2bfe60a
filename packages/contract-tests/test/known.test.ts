import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CallParams } from "../src/cases/values.ts";
import { checkKnown } from "../src/known/check.ts";
import { readKnown } from "../src/known/read.ts";
import { createSpec } from "../src/spec/spec.ts";
import { shopDocument } from "./cases/shop.ts";

const file = async <Result>(text: string, use: (path: string) => Promise<Result>) => {
  const folder = await mkdtemp(join(tmpdir(), "known-"));
  const path = join(folder, "known.yaml");
  await writeFile(path, text);
  return use(path).finally(() => rm(folder, { recursive: true }));
};

test.each([
  ["getItem: [{id: 1}, {}]", { getItem: [{ id: 1 }, {}] }],
  ['{"getItem": []}', { getItem: [] }],
  ["{}", {}],
])("known values are read: %s", async (text, value) => {
  expect(await file(text, readKnown)).toEqual(value);
});

test.each([
  ["- getItem", /known\.yaml: expected lists of calls/],
  ["getItem: {id: 1}", /known\.yaml: expected lists of calls/],
  ["getItem: [{id: 1}, 2]", /known\.yaml: expected lists of calls/],
  ["getItem: [{}]\ngetLatest: 1", /known\.yaml: expected lists of calls/],
  ["", /known\.yaml: expected lists of calls/],
  ["getItem: [", /known\.yaml: Flow sequence/],
])("what is no list of calls is refused: %s", async (text, reason) => {
  await expect(file(text, readKnown)).rejects.toThrow(reason);
});

const object = (properties: object) => ({ type: "object", properties });
const prices = { type: "array", items: object({ sum: {} }) };
const content = { "application/json": { schema: object({ prices, currency: {} }) } };
const getPrice = {
  operationId: "getPrice",
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
  responses: { 200: { description: "", content } },
};
const paths = { ...shopDocument.paths, "/prices/{id}": { get: getPrice } };
const spec = createSpec("shop", { ...shopDocument, paths });

test.each<[string, CallParams, RegExp | undefined]>([
  ["getItem", { id: 1, "X-Trace": "t" }, undefined],
  ["getItem", { id: "1000" }, undefined],
  ["createItem", { name: "chair", size: { width: 1 } }, undefined],
  ["getPrice", { id: "1", $response: { prices: [{ sum: 1 }, {}] } }, undefined],
  ["listItems", { code: "0x0001", color: "red" }, undefined],
  ["getItems", { id: 1 }, /unknown operation "getItems"; expected one of getItem, getLatest, /],
  ["getItem", {}, /getItem: id is required; add it to each call/],
  ["getItem", { id: 1001 }, /getItem: id must be <= 1000; received 1001/],
  ["getItem", { id: 1, shop: "north" }, /unknown parameter "shop"; expected id, X-Trace$/],
  ["createItem", { name: "x" }, /createItem: name must NOT have fewer than 2 characters/],
  ["createItem", { name: 12 }, /createItem: name must be string; received 12/],
  ["createItem", { title: "x" }, /unknown parameter "title"; expected name, kind, /],
  ["createItem", { $response: {} }, /\$response is checked for read operations only; remove it/],
  [
    "getPrice",
    { id: "1", $response: { price: 1 } },
    /field \$response\.price; expected one of prices, currency$/,
  ],
  [
    "getPrice",
    { id: "1", $response: { prices: [{}, { som: 1 }] } },
    /field \$response\.prices\[\]\.som; expected one of sum$/,
  ],
])("known values are held against the contract: %s %j", (id, call, reason) => {
  const check = () => checkKnown({ [id]: [call] }, [spec]);
  if (reason) {
    expect(check).toThrow(reason);
  } else {
    expect(check).not.toThrow();
  }
});
