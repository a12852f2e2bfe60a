import type { ChainDataOperations } from "@chainkit/chain-data";
import { expect, test } from "vitest";
import { chainDataHandlers } from "../src/handlers/chain-data.ts";
import { chainFinder } from "../src/handlers/finality.ts";
import { HttpError } from "../src/http/http-error.ts";
import type { Handlers } from "../src/http/routes.ts";
import { readOperations } from "../src/http/spec.ts";
import { startApp } from "./support/app-options.ts";

const PENDING = { problem: "balance-pending" } as const;
const INTERNAL = "The service failed to process the request.";

const all = chainDataHandlers(chainFinder(new Map()));
const { getNft: _, ...withoutNft } = all;

// Checked by `typecheck`, which also rejects an unused expectation.
export const missing: Handlers<ChainDataOperations> = withoutNft;
export const unknown: Handlers<ChainDataOperations> = {
  ...all,
  // @ts-expect-error There is no such operation.
  getMoon: () => ({}),
};
export const wrongField: Handlers<ChainDataOperations> = {
  ...all,
  // @ts-expect-error The number of a block is not text.
  getBlock: () => ({ block: { number: "1" } }),
};
export const wrongParameter: Handlers<ChainDataOperations> = {
  ...all,
  // @ts-expect-error There is no such parameter.
  getBlock: ({ blockNumber }) => all.getBlock?.({ chain_name: "bsc", block_number: blockNumber }),
};

test("rejects a handler without operation, and warns of operations without a handler", async () => {
  await expect(startApp({ handlers: { getMoon: () => 1 } })).rejects.toThrow(
    "the contract has no operation getMoon",
  );
  const { lines } = await startApp({ handlers: withoutNft }, "warn");
  // The operator is warned once, at startup.
  const warnings = lines.map((line) => JSON.parse(line));
  expect(warnings.map(({ level, msg }) => [level, msg])).toEqual([
    [40, "operations without a handler return 501"],
  ]);
  const others = (await readOperations()).map(({ id }) => id).filter((id) => !(id in withoutNft));
  expect(warnings[0].operations).toEqual(others);
});

const failing = (error: Error) => () => {
  throw error;
};
const FAILED = [[50, "request failed"]];

/** A balance that is not read yet is no failure: it is not in the log but as a request. */
test.each([
  ["balance-pending", 503, "Later.", failing(new HttpError(503, "Later.", PENDING)), []],
  ["unavailable", 503, "Gone.", failing(new HttpError(503, "Gone.")), FAILED],
  ["internal-error", 500, INTERNAL, failing(new Error("secret of the database")), FAILED],
  // Of a response without a required field.
  ["internal-error", 500, INTERNAL, () => ({ block: { hash: "0x" } }), FAILED],
])("a failure of a handler is sent as %s, without details", async (...row) => {
  const [problem, status, detail, getBlock, failures] = row;
  const { app, lines } = await startApp({ handlers: { getBlock } });
  lines.length = 0;
  const answer = await app.inject("/v2/ethereum/blocks/1");
  expect(answer.headers["content-type"]).toBe("application/problem+json");
  const { type, detail: said } = answer.json();
  expect([answer.statusCode, type, said]).toEqual([status, `/problems/${problem}`, detail]);
  const logged = lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg]);
  expect(logged).toEqual([...failures, [30, "request"]]);
});
