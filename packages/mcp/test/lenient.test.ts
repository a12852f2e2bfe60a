import { type Mock, startMock } from "@chainkit/mock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lenient } from "../src/lenient.ts";
import { connect, jsonOf, textOf } from "./support.ts";

let mock: Mock;
let connected: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  mock = await startMock();
  connected = await connect({ baseUrl: mock.url });
});
afterAll(async () => {
  await connected?.close();
  await mock?.close();
});

const read = lenient({
  type: "object",
  properties: {
    text: { type: "string" },
    count: { type: "integer" },
    ratio: { type: "number" },
    flag: { type: "boolean" },
    either: { type: ["string", "integer"] },
    kind: { $ref: "#/$defs/Kind" },
    chainName: { type: "string" },
  },
  $defs: { Kind: { type: "string", enum: ["ethereum", "Base"] } },
});

it.each([
  [{ text: 5 }, { text: "5" }],
  [{ text: 1.5 }, { text: 1.5 }],
  [{ text: "A" }, { text: "A" }],
  [{ count: "12" }, { count: 12 }],
  [{ count: " -12 " }, { count: -12 }],
  [{ count: "12a" }, { count: "12a" }],
  [{ ratio: "3" }, { ratio: 3 }],
  [{ flag: "3" }, { flag: "3" }],
  [{ count: "99999999999999999999" }, { count: "99999999999999999999" }],
  [{ either: 5 }, { either: 5 }],
  [{ kind: " Ethereum" }, { kind: "ethereum" }],
  [{ kind: "base" }, { kind: "Base" }],
  [{ kind: "Bases" }, { kind: "Bases" }],
  [{ chainName: "Polygon " }, { chainName: "polygon" }],
  [{ other: 5 }, { other: 5 }],
])("%j is read as %j", (given, meant) => {
  expect(read(given)).toEqual(meant);
});

it("a block is found by a number and a chain in any case", async () => {
  const result = await connected.client.callTool({
    name: "getBlock",
    arguments: { chain_name: "Ethereum", block_number: 17_686_112 },
  });
  expect(textOf(result)).not.toContain("must");
  expect(jsonOf(result).block.number).toBe(17_686_112);
});
