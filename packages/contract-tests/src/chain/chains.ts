import { itemsOf } from "@chainkit/openapi";
import { canonical, field } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import { type Invariant, ONCE } from "../invariants/invariant.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation } from "../spec/operations.ts";

/** Invariants between the chains that a target serves. */
export const chainInvariants: readonly Invariant[] = [
  {
    name: "no two chains have the same latest block",
    basis:
      "Look up a transaction by hash, a block by number or as `latest`, and an NFT by collection and token id, on seven EVM blockchains.",
    operation: "getBlock",
    calls: ONCE,
    check: (fixture) =>
      differ(fixture, "chain_name", { block_number: "latest" }, (body) =>
        field(field(body, "block"), "hash"),
      ),
  },
  {
    name: "no two chains have the same latest transactions",
    basis: "Returns the latest transactions of a blockchain.",
    operation: "getLatestTransactions",
    calls: ONCE,
    check: (fixture) => {
      const itemsField = fixture.operation.pagination?.itemsField ?? "";
      return differ(fixture, "chainName", { limit: 1 }, (body) =>
        field(itemsOf(field(body, itemsField))[0], "transaction_hash"),
      );
    },
  },
];

async function differ(
  fixture: Fixture,
  parameter: string,
  params: Readonly<Record<string, unknown>>,
  identify: (body: unknown) => unknown,
): Promise<void> {
  const seen = new Map<string, string>();
  await fixture.forEach(chainsOf(fixture.context.operations), async (chain) => {
    const { verdict, response } = await fixture.ask({ ...params, [parameter]: chain });
    const id = response?.status === 200 ? identify(verdict.body) : undefined;
    if (id === undefined) {
      return;
    }
    const other = seen.get(canonical(id));
    if (seen.size > 0) {
      fixture.assert(other === undefined, `${chain} has its own blocks`, `the blocks of ${other}`);
    }
    seen.set(canonical(id), chain);
  });
  if (seen.size < 2) {
    fixture.skip("the target serves one chain only", true);
  }
}

/** The chains that the contract names. */
function chainsOf(operations: readonly Operation[]): string[] {
  const names = operations.flatMap(({ parameters, spec }) =>
    parameters
      .filter(({ name }) => name === "chain_name")
      .flatMap(({ schema }) => itemsOf(keywordsOf(spec, schema).get("enum")?.value)),
  );
  return [...new Set(names.map(String))];
}
