// A program of its own, because the stack traces of tests have lines of other texts than the sources.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Fixture } from "../../src/invariants/fixture.ts";
import { runContract } from "../../src/run.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import { known, startReference } from "../reference/server.ts";
import { TOKEN } from "../reference/service.ts";
import { exchangeDefects } from "./corpus.ts";
import { startProxy } from "./proxy.ts";
import { defects } from "./service/index.ts";
import { nameOf, recorded, type Trial, tryDefect } from "./try.ts";

/** What the program sends: places by file and text of the line, and how the suite found each defect of the service. */
export interface Reach {
  readonly places: readonly string[];
  readonly reached: readonly string[];
  readonly found: readonly Trial[];
}

/** Changes of exchanges that reach the places which the defects of the service do not, and the invariants that notice. */
const EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  "the next block for odd numbers": [
    "getBlock / invariant / block.number equals the requested block_number",
    "getLatestTransactions / invariant / the latest transactions are complete: every block with all of its transactions",
    "getBlockTransactions / invariant / a block lists transaction_count transactions, each with its own index",
    "getBlock / invariant / parent_hash is the hash of the preceding block",
    "getTransaction / invariant / a transaction agrees with the block that contains it",
    "getTransaction / invariant / cumulative_gas_used is the running total of gas_used in a block",
  ],
  "a transaction of the same block twice": [
    "getBlockTransactions / invariant / a block lists transaction_count transactions, each with its own index",
    "getTransaction / invariant / cumulative_gas_used is the running total of gas_used in a block",
    "getBlockTransactions / invariant / every limit yields the same records, each once, up to the end",
  ],
  "a default of five balances": [
    "getErc20Balances / invariant / without `limit`, a page has the default size",
  ],
  "contract-address in upper case is ignored": [
    "getErc721Balances / invariant / contract-address means the same in upper and in lower case",
  ],
  "fees of the fee market for legacy transactions": [
    "getTransaction / invariant / the prices of a transaction agree with its type",
  ],
  "NFTs of somebody": [
    "getNft / invariant / a listed NFT is found by its id, owned by the listed wallet, with the same fields",
    "getErc721Balances / invariant / the owner of an NFT lists it",
  ],
  "resultCount is the limit": [
    "getErc20Balances / invariant / a record has the same fields with contract-address as without it",
    "getErc20Balances / invariant / resultCount is the number of records of each page",
  ],
  "indexes from one": [
    "getBlockTransactions / invariant / a block lists transaction_count transactions, each with its own index",
    "getTransaction / invariant / a transaction agrees with the block that contains it",
  ],
  "effective_gas_price is the priority fee": [
    "getTransaction / invariant / the prices of a transaction agree with its type",
    "getTransaction / invariant / a transaction agrees with the block that contains it",
  ],
  "another sender in listings": [
    "getAddressTransactions / invariant / every record contains the requested walletAddress",
    "getAddressTransactions / invariant / a wallet lists what it sent and what it received",
    "getLatestTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
    "getAddressTransactions / invariant / a wallet lists only what it sent or received",
    "getAddressTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
    "getBlockTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
  ],
  "a token of which the wallet has two": [
    "getErc721Balances / invariant / a record has the same fields on a small page as on a large one",
    "getErc721Balances / invariant / a record has the same fields with contract-address as without it",
    "getErc721Balances / invariant / an ERC-721 token is held once",
  ],
  "balances of zero without a filter": [
    "getErc20Balances / invariant / contract-address returns exactly the records with this contract address",
    "getErc20Balances / invariant / every limit yields the same records, each once, up to the end",
    "getErc20Balances / invariant / only tokens that the wallet holds are listed",
  ],
  "no transactions behind the first of a block among the latest": [
    "getLatestTransactions / invariant / the latest transactions are complete: every block with all of its transactions",
    "getLatestTransactions / invariant / the latest transactions include those that wallets list of the same blocks",
    "getLatestTransactions / invariant / every limit yields the same records, each once, up to the end",
  ],
  "one balance more than asked for": [
    "getErc20Balances / invariant / a page has at most `limit` records",
    "getErc20Balances / invariant / a record has the same fields on a small page as on a large one",
    "getErc20Balances / invariant / resultCount is the number of records of each page",
    "getErc20Balances / invariant / every limit yields the same records, each once, up to the end",
  ],
  "a contract for every recipient": [
    "getTransaction / invariant / contract_address is set only where a contract is created",
  ],
  "value in wei": ["getTransaction / invariant / value equals value_raw in whole tokens"],
  "balances shifted by a digit": [
    "getErc20Balances / invariant / balance equals raw_balance divided by 10^decimals, exactly",
  ],
  "tags in lower case": [
    "createTag / invariant / after any sequence of creations and deletions, the listed tags are the existing ones",
  ],
  "the last page again and again": [
    "getAddressTransactions / invariant / every limit yields the same records, each once, up to the end",
  ],
  "contract-address ignored for NFTs": [
    "getErc721Balances / invariant / contract-address returns exactly the records with this address",
  ],
  "listed values in whole tokens": [
    "getLatestTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
  ],
  "the priority fee above the maximum": [
    "getTransaction / invariant / the prices of a transaction agree with its type",
  ],
  "another hash of the latest block than by number": [
    "getBlock / invariant / `latest` equals the block of its number",
  ],
  "all chains of v2 are the same": [
    "getBlock / invariant / no two chains have the same latest block",
  ],
  "cumulative_gas_used up to the transaction before": [
    "getTransaction / invariant / gas_used is within the transaction's gas limit and cumulative_gas_used",
    "getTransaction / invariant / cumulative_gas_used is the running total of gas_used in a block",
  ],
  "gas_limit and gas_used exchanged": [
    "getBlock / invariant / the gas of a block is within its limit",
    "getTransaction / invariant / cumulative_gas_used is the running total of gas_used in a block",
  ],
  "value_raw of whole tokens only": [
    "getLatestTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
    "getAddressTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
    "getBlockTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
  ],
  "times that run": [
    "createTag / invariant / after any sequence of creations and deletions, the listed tags are the existing ones",
    "queryTag / invariant / create_time stays the same from one query to the next",
    "deleteTag / invariant / a deleted tag is not listed, and deleting it again changes nothing",
    "queryTag / invariant / a tag of one version is not listed at another version, nor changed there",
  ],
  "block_timestamp is when it was asked for": [
    "getTransaction / invariant / a transaction agrees with the block that contains it",
    "getLatestTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
    "getAddressTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
    "getBlockTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
  ],
  "creation without effect": [
    "createTag / invariant / after any sequence of creations and deletions, the listed tags are the existing ones",
    "queryTag / invariant / create_time stays the same from one query to the next",
    "deleteTag / invariant / a deleted tag is not listed, and deleting it again changes nothing",
    "createTag / invariant / a refused change changes nothing",
    "queryTag / invariant / a tag of one version is not listed at another version, nor changed there",
    "removeSubgraph / invariant / a tagged deployment is not removed; a removed deployment stays removed",
  ],
  "timestamp of a block with a blank": [
    "getNft / invariant / an NFT was minted when its block was produced",
  ],
};

const CONCURRENCY = 3;
const lines = new Map<string, readonly string[]>();
for (const name of ["chain", "invariants"]) {
  const folder = join(import.meta.dirname, "../../src", name);
  for (const file of readdirSync(folder).filter((each) => each !== "fixture.ts")) {
    lines.set(file, readFileSync(join(folder, file), "utf8").split("\n"));
  }
}

const placeOf = (name: string, line: number) => `${name}: ${lines.get(name)?.[line - 1]?.trim()}`;

const reached = new Set<string>();
const { guard } = Fixture.prototype;
Fixture.prototype.guard = function (this: Fixture, holds, ...rest) {
  if (!holds) {
    const [, name = "", line] =
      /src\/(?:chain|invariants)\/((?!fixture)[\w-]+\.ts):(\d+)/.exec(new Error().stack ?? "") ??
      [];
    reached.add(placeOf(name, Number(line)));
  }
  return guard.call(this, holds, ...rest);
};

const specs = await loadSpecs();

async function run(url: string, include: readonly string[]): Promise<void> {
  const options = { target: url, token: TOKEN, known, seed: 1, blockWaitMs: 0, include };
  await runContract({ ...options, timeoutMs: 60_000 }, specs);
}

const found: Trial[] = [];
const trials = [
  ...defects.map((defect) => async () => {
    found.push(await tryDefect(defect));
    const title = recorded.recordedTitle(nameOf(defect));
    // Where the suite is not told where to look, it may have found the defect elsewhere.
    if (title !== undefined && recorded.titleOf(nameOf(defect)) === undefined) {
      const reference = await startReference(defect.apply);
      await run(reference.url, [title]).finally(reference.close);
    }
  }),
  ...exchangeDefects.flatMap(({ author, name, mutation }) => {
    const include = EXCHANGES[name];
    if (author === "trial" || !include) {
      return [];
    }
    return async () => {
      const reference = await startReference();
      const proxy = await startProxy(reference.url, mutation);
      await run(proxy.url, include).finally(proxy.close);
      await reference.close();
    };
  }),
].values();
const inTurn = async () => {
  for (const trial of trials) {
    await trial();
  }
};
await Promise.all(Array.from({ length: CONCURRENCY }, inTurn));

const places = [...lines].flatMap(([name, all]) =>
  all.flatMap((text, at) =>
    /\.(assert|guard)\(/.test(text) ? placeOf(basename(name), at + 1) : [],
  ),
);
process.send?.({ places: [...new Set(places)], reached: [...reached], found } satisfies Reach);
process.disconnect?.();
