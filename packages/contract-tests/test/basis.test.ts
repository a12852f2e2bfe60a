import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { specFolder } from "@chainkit/spec";
import { expect, test } from "vitest";
import { DOMAIN_INVARIANTS } from "../src/chain/all.ts";
import { invariantsOf } from "../src/invariants/all.ts";
import { loadSpecs } from "../src/spec/load.ts";
import { operationsOf } from "../src/spec/operations.ts";

const specs = await loadSpecs();
const invariants = invariantsOf(specs.flatMap(operationsOf));

/** A text on one line, with quotes as they are. */
const joined = (text: string) => text.replaceAll('\\"', '"').replaceAll(/\\n|\s+/g, " ");

test("every law of chains, tokens and tags is of operations of the contract", () => {
  expect(invariants).toEqual(expect.arrayContaining([...DOMAIN_INVARIANTS]));
});

test("every invariant rests on a sentence of the contract or its register", async () => {
  const register = await readFile(join(specFolder, "register.yaml"), "utf8");
  const documents = specs.map(({ document }) => JSON.stringify(document));
  const contract = joined([...documents, register].join(" ")).replaceAll(/ +/g, " ");
  const baseless = invariants.filter(
    ({ basis }) => basis.length < 10 || !contract.includes(joined(basis).trim()),
  );
  expect(invariants.length).toBeGreaterThan(80);
  expect(baseless.map(({ operation, name, basis }) => `${operation} / ${name}: ${basis}`)).toEqual(
    [],
  );
});
