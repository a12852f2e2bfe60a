import { readFile } from "node:fs/promises";
import type { Hex } from "../chain/records.ts";
import { besideWriter, openReader, type StoreLocation } from "../store/open.ts";

const PAGE = 1_000;

/** Outcome of `addBalances`. */
interface AddedBalances {
  readonly owners: number;
  readonly tokens: number;
  /** Number of pairs that were unknown before. */
  readonly added: number;
}

/**
 * Queues the balances of owners in all known ERC-20 tokens, so that tokens held since before the first
 * stored block are listed. The service that follows the chain reads them.
 *
 * @param file Addresses of the owners, one per line; empty lines and lines that begin with `#` are skipped.
 * @param maxPairs Maximum number of pairs of an owner and a token.
 * @throws Error naming the line of an invalid address, or the number of pairs if there are too many.
 */
export async function addBalances(
  location: StoreLocation,
  file: string,
  maxPairs: number,
): Promise<AddedBalances> {
  const owners = readOwners(file, await readFile(file, "utf8"));
  const tokens = await knownTokens(location);
  const count = owners.length * tokens.length;
  if (count > maxPairs) {
    throw new Error(
      `${owners.length} owners in ${tokens.length} tokens are ${count} balances; ` +
        `split ${file}, or allow them with --max-pairs ${count}`,
    );
  }
  let added = 0;
  for (const owner of owners) {
    const pairs = tokens.map((token) => ({ owner, token }));
    added += await besideWriter(location, (chain) => chain.addPairs(pairs));
  }
  return { owners: owners.length, tokens: tokens.length, added };
}

function readOwners(file: string, text: string): Hex[] {
  const owners = new Set<Hex>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const owner = line.trim();
    if (owner === "" || owner.startsWith("#")) {
      continue;
    }
    if (!/^0x[\da-f]{40}$/i.test(owner)) {
      throw new Error(`${file}:${index + 1}: expected an address, 0x and 40 hexadecimal digits`);
    }
    owners.add(owner.toLowerCase() as Hex);
  }
  if (owners.size === 0) {
    throw new Error(`${file}: no addresses`);
  }
  return [...owners];
}

async function knownTokens(location: StoreLocation): Promise<Hex[]> {
  const store = await openReader(location);
  try {
    const tokens: Hex[] = [];
    for (;;) {
      const page = await store.listErc20Tokens(tokens.at(-1), PAGE);
      tokens.push(...page);
      if (page.length < PAGE) {
        return tokens;
      }
    }
  } finally {
    await store.close();
  }
}
