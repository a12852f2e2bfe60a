import type { ChainDataOperations } from "@chainkit/chain-data";
import { expect, test } from "vitest";
import { chainDataHandlers } from "../src/handlers/chain-data.ts";
import { chainFinder } from "../src/handlers/finality.ts";
import { HttpError } from "../src/http/http-error.ts";
import type { Handlers } from "../src/http/routes.ts";
import { startApp } from "./support/app-options.ts";

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
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, operations: expect.arrayContaining(["getNft", "queryTag"]) },
  ]);
  expect(lines[0]).not.toContain('getBlock"');
});

test("a balance that is not read yet is no error in the log", async () => {
  const failing = {
    getErc20Balances() {
      throw new HttpError(503, "The balance is not read yet.", { problem: "balance-pending" });
    },
    getBlock() {
      throw new HttpError(503, "The node is gone.");
    },
  };
  const { app, lines } = await startApp({ handlers: failing });
  lines.length = 0;
  const statuses = [
    await app.inject(`/ethereum/v1/address/0x${"a".repeat(40)}/balance/erc20`),
    await app.inject("/v2/ethereum/blocks/1"),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([503, 503]);
  const levels = lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg]);
  expect(levels).toEqual([
    [30, "request"],
    [50, "request failed"],
    [30, "request"],
  ]);
});

test("an exception in a handler is a 500 without details, in the format of its area", async () => {
  const fail = () => {
    throw new Error("secret of the database");
  };
  // A response without a required field is a failure as well.
  const handlers = { getBlock: fail, getTransaction: () => ({ transaction: { hash: "0x" } }) };
  const { app } = await startApp({ handlers });
  for (const path of ["blocks/1", `transactions/0x${"0".repeat(64)}`]) {
    const answer = await app.inject(`/v2/ethereum/${path}`);
    expect(answer.statusCode).toBe(500);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.json()).toMatchObject({
      title: "Internal error",
      detail: "The service failed to process the request.",
    });
  }
});
