import { itemsOf } from "@chainkit/openapi";
import type { CallParams, Known } from "../cases/values.ts";
import type { Context } from "../context.ts";
import { keywordsOf } from "../schema/walk.ts";
import { idsUnderLaw } from "./operations.ts";
import { type Chain, readChain } from "./read-chain.ts";
import { createReader } from "./reader.ts";
import { selectValues } from "./select.ts";

/** Number of chains that are read fully; of the others, one block and the latest transactions. */
const MAX_CHAINS = 2;

/**
 * Finds values that exist at the target, from the latest transactions of its chains on, and adds them
 * to the known ones. Responses are not judged here; discovered values are tested like known ones.
 *
 * @param chains Names of chains to read. Default: those of the known values and of the contract.
 */
export async function discover(
  context: Context,
  chains: readonly string[] | undefined,
  isOver: () => boolean,
): Promise<void> {
  const { target, operations } = context;
  const ids = idsUnderLaw(operations);
  if (target.isPrism || !ids.has("getLatestTransactions")) {
    return;
  }
  const reader = createReader(context, isOver);
  const found: Chain[] = [];
  for (const name of chains ?? namesOf(context)) {
    const chain = await readChain(reader, name, found.length < MAX_CHAINS);
    if (chain) {
      found.push(chain);
    }
  }
  const values = found.map((chain) => selectValues(chain));
  const known: Record<string, readonly CallParams[]> = { ...target.known };
  for (const [id, calls] of values.flatMap((each) => Object.entries(each))) {
    if (ids.has(id)) {
      known[id] = distinct([...(known[id] ?? []), ...calls]);
    }
  }
  context.target = { ...target, known };
}

/** The chains of the known values, then those that the contract names. */
function namesOf({ target, operations }: Context): string[] {
  const known = Object.values(target.known)
    .flat()
    .flatMap(({ chain_name, chainName }) => [chain_name, chainName]);
  const named = operations.flatMap(({ parameters, spec }) =>
    parameters
      .filter(({ name }) => name === "chain_name" || name === "chainName")
      .flatMap(({ schema, examples }) => [
        ...examples.values(),
        ...itemsOf(keywordsOf(spec, schema).get("enum")?.value),
      ]),
  );
  return [...new Set([...known, ...named].filter((name) => name !== undefined).map(String))];
}

function distinct(calls: Known[string]): Known[string] {
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}
