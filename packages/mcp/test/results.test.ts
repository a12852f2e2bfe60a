import { describe, expect, it } from "vitest";
import { inputSchema, splitArguments } from "../src/schemas.ts";
import { json, jsonOf, shareAgent, textOf } from "./support.ts";

const hash = `0x${"ab".repeat(32)}`;
const callData = `0x${"0123456789abcdef".repeat(400)}`;
const cursor = "c".repeat(3000);
const row = {
  block_hash: hash,
  block_number: 1,
  block_timestamp: "2024-01-01T00:00:00Z",
  decoded: "d".repeat(2000),
  from_address: `0x${"1".repeat(40)}`,
  gas: "21000",
  gas_price: "1",
  input: callData,
  nonce: "0",
  transaction_hash: hash,
  transaction_index: 0,
  transaction_type: 2,
  value: "1",
};
const page = (rows: number) => ({ cursor, transactions: Array.from({ length: rows }, () => row) });
const latest = { name: "getLatestTransactions", arguments: { chainName: "ethereum" } };

const agent = shareAgent();
const call = (full: object = {}) =>
  agent.client.callTool({ ...latest, arguments: { ...latest.arguments, ...full } });

const first = (content: unknown) => (content as ReturnType<typeof page>).transactions[0];

describe("a page", () => {
  it("has 20 rows unless the model asks otherwise, and the cursor of the next whole", async () => {
    agent.deployment.respond = json(200, page(1));
    const result = jsonOf(await call());
    expect(agent.deployment.requests.at(-1)?.url).toBe("/ethereum/v1/transactions?limit=20");
    expect(result).toMatchObject({ cursor });
    await call({ limit: 3, cursor });
    expect(agent.deployment.requests.at(-1)?.url).toContain("limit=3");
    expect(agent.deployment.requests.at(-1)?.url).toContain(`cursor=${cursor}`);
  });

  it("has long values shortened, and says how to get them", async () => {
    agent.deployment.respond = json(200, page(1));
    const short = first(jsonOf(await call()));
    const { input, decoded, ...rest } = short ?? row;
    expect(input).toBe(
      `${callData.slice(0, 138)}… [${callData.length - 138} more characters; pass full: true for all]`,
    );
    expect(decoded).toMatch(/^d{500}… \[1500 more characters/);
    expect(rest).toEqual({ ...row, input: undefined, decoded: undefined });
    expect(jsonOf(await call({ full: true }))).toEqual(page(1));
    expect(agent.deployment.requests.at(-1)?.url).not.toContain("full");
  });

  it("says in a text before the JSON what it covers, if the service states it", async () => {
    const stated = { "chainkit-coverage": "from=5, to=9, complete=?0" };
    agent.deployment.respond = json(200, page(1), stated);
    const result = await call();
    expect(textOf(result)).toContain(
      "Covers blocks 5 to 9, incomplete. Say so when you use this list.\n{",
    );
    expect(jsonOf(result)).toMatchObject({ cursor });
    agent.deployment.respond = json(200, page(1), {
      "chainkit-coverage": "from=0, to=9, complete",
    });
    expect(textOf(await call())).toContain("Covers blocks 0 to 9, complete.\n{");
    agent.deployment.respond = json(200, page(1));
    expect(textOf(await call())).not.toContain("Covers");
  });

  it("that is too long is an error that says how to ask for less", async () => {
    agent.deployment.respond = json(200, page(100));
    const result = await call({ limit: 100 });
    const [, limit] = /Call again with limit: (\d+)\.$/.exec(textOf(result)) ?? [];
    expect([result.isError, textOf(result).length]).toEqual([
      true,
      expect.toSatisfy((n) => n < 200),
    ]);
    agent.deployment.respond = json(200, page(Number(limit)));
    const fewer = await call({ limit: Number(limit) });
    expect(fewer.isError).not.toBe(true);
    expect(textOf(fewer).length).toBeLessThanOrEqual(50_000);
    expect(Number(limit)).toBeGreaterThan(20);
  });

  it("in full may be ten times as long, and no longer", async () => {
    agent.deployment.respond = json(200, {
      transactions: [{ ...row, input: `0x${"a".repeat(600_000)}` }],
    });
    expect((await call()).isError).not.toBe(true);
    expect(textOf(await call({ full: true }))).toContain("Call again without full");
    agent.deployment.respond = json(200, {
      transactions: [{ ...row, input: `0x${"a".repeat(400_000)}` }],
    });
    expect((await call({ full: true })).isError).not.toBe(true);
  });
});

it("a response that breaks the contract is an error that names the field and has the response", async () => {
  agent.deployment.respond = json(200, { transactions: [{ ...row, block_number: "1" }] });
  const result = await call();
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(
    /^.+ transactions\.0\.block_number must be integer.+\n.+untrusted data.+\n\{.+"block_number":"1"/,
  );
});

it("takes an optional argument that is null as omitted, unless its schema allows null", async () => {
  agent.deployment.respond = json(200, page(1));
  const result = await call({ limit: null, cursor: null, full: null });
  expect(result.isError).toBeFalsy();
  expect(agent.deployment.requests.at(-1)?.url).toMatch(/limit=20$/);
});

it("a page is within the contract's own limit", () => {
  const cursor = { cursorParameter: "cursor", cursorField: "cursor", itemsField: "items" };
  const pagination = { ...cursor, limitParameter: "limit" };
  const limit = { type: ["integer", "null"], minimum: 0, maximum: 10 };
  const operation = { pagination, params: { properties: { limit } } };
  const shown = { type: "integer", minimum: 0, maximum: 10, default: 10 };
  const { properties } = inputSchema(operation);
  expect(Object(properties).limit).toEqual({ ...shown, description: "Rows per page." });
  expect(splitArguments(operation, {}).params).toEqual({ limit: 10 });
});
