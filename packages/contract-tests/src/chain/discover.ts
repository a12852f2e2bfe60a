import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import type { CallParams, Known } from "../cases/values.ts";
import type { Context } from "../context.ts";
import { keywordsOf } from "../schema/walk.ts";
import { idsUnderLaw } from "./all.ts";
import { type Chain, selectValues, type Wallet } from "./select.ts";

/** Number of chains that are read fully; of the others, one block and the latest transactions. */
const MAX_CHAINS = 2;

const PAGE = 100;
/** Number of pages of transactions that are read: what is rare, such as a creation, is seldom on the first. */
const MAX_PAGES = 4;
/** Number of wallets whose balances are read. */
const MAX_WALLETS = 14;

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
  const read = createReader(context, isOver);
  const found: Chain[] = [];
  for (const name of chains ?? namesOf(context)) {
    const chain = await readChain(read, name, found.length < MAX_CHAINS);
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

/**
 * Reads the latest transactions of a chain and the balances of their participants.
 *
 * @returns Undefined if the target does not serve the chain, or the chain has no transactions.
 */
export async function readChain(
  read: Reader,
  name: string,
  isClose: boolean,
): Promise<Chain | undefined> {
  const latest = { chainName: name, limit: PAGE };
  const pages = isClose ? MAX_PAGES : 1;
  const transactions = await read("getLatestTransactions", latest, pages);
  if (transactions.length === 0) {
    return undefined;
  }
  const wallets: Wallet[] = [];
  for (const wallet of isClose ? participants(transactions) : []) {
    const at = { chainName: name, walletAddress: wallet.address };
    const [tokens, nfts] = await Promise.all([
      read("getErc20Balances", at),
      read("getErc721Balances", at),
    ]);
    wallets.push({ ...wallet, tokens, nfts });
  }
  return { name, transactions, wallets };
}

/** Returns senders and recipients, most active first, senders before others. */
function participants(
  transactions: readonly JsonObject[],
): Pick<Wallet, "address" | "sent" | "received">[] {
  const counts = new Map<string, { address: string; sent: number; received: number }>();
  const count = (address: unknown, side: "sent" | "received") => {
    if (typeof address !== "string") {
      return;
    }
    const key = address.toLowerCase();
    const entry = counts.get(key) ?? { address, sent: 0, received: 0 };
    entry[side] += 1;
    counts.set(key, entry);
  };
  for (const { from_address, to_address } of transactions) {
    count(from_address, "sent");
    count(to_address, "received");
  }
  const all = [...counts.values()].sort((a, b) => b.sent + b.received - a.sent - a.received);
  const senders = all.filter(({ sent }) => sent > 0).slice(0, MAX_WALLETS - 2);
  const others = all.filter(({ sent }) => sent === 0).slice(0, 2);
  return [...senders, ...others];
}

/** Reads the records of a listing's first pages, by default of the first one; failures count as missing data. */
export type Reader = (id: string, params: CallParams, maxPages?: number) => Promise<JsonObject[]>;

/** Creates a reader that stops at the time limit of the run. */
export function createReader(context: Context, isOver: () => boolean): Reader {
  return async (id, params, maxPages = 1) => {
    const operation = context.operations.find((each) => each.id === id);
    const { pagination } = operation ?? {};
    const found: JsonObject[] = [];
    let cursor: unknown;
    for (let page = 1; operation && pagination && page <= maxPages && !isOver(); page += 1) {
      const asked = { ...params, [pagination.cursorParameter]: cursor };
      const { response, verdict } = await context.ask(operation, asked);
      const body = response?.status === 200 && isObject(verdict.body) ? verdict.body : {};
      found.push(...itemsOf(body[pagination.itemsField]).filter(isObject));
      cursor = body[pagination.cursorField];
      if (typeof cursor !== "string") {
        break;
      }
    }
    return found;
  };
}
