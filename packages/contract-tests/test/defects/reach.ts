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
  "half of every later page dropped": [
    "getLatestTransactions / invariant / the latest transactions include those that wallets list of the same blocks",
    "getLatestTransactions / invariant / the latest transactions are complete: every block with all of its transactions",
    "getBlockTransactions / invariant / a block lists transaction_count transactions, each with its own index",
    "getLatestTransactions / invariant / every limit yields the same records, each once, up to the end",
  ],
  "a default of 30": [
    "getAddressTransactions / invariant / without `limit`, a page has the default size",
  ],
  "a limit ignored on later pages": [
    "getErc20Balances / invariant / a record has the same fields on a small page as on a large one",
  ],
  "the count of the limit": [
    "getErc20Balances / invariant / a record has the same fields with contract-address as without it",
    "getErc20Balances / invariant / resultCount is the number of records of each page",
  ],
  "a filter by case": [
    "getErc20Balances / invariant / contract-address means the same in upper and in lower case",
  ],
  "cumulative gas of its own": [
    "getTransaction / invariant / cumulative_gas_used is the running total of gas_used in a block",
  ],
  "a contract for every recipient": [
    "getTransaction / invariant / contract_address is set only where a contract is created",
  ],
  "the cap as price": [
    "getTransaction / invariant / the prices of a transaction agree with its type",
    "getLatestTransactions / invariant / a listed transaction is found by its hash, in either case, with the same fields",
  ],
  "value in wei": ["getTransaction / invariant / value equals value_raw in whole tokens"],
  "the block of the parent": [
    "getTransaction / invariant / a transaction agrees with the block that contains it",
  ],
  "another sender in listings": [
    "getAddressTransactions / invariant / every record contains the requested walletAddress",
    "getAddressTransactions / invariant / a wallet lists what it sent and what it received",
    "getAddressTransactions / invariant / a wallet lists only what it sent or received",
  ],
  "balances shifted by a digit": [
    "getErc20Balances / invariant / balance equals raw_balance divided by 10^decimals, exactly",
  ],
  "NFTs of somebody": [
    "getNft / invariant / a listed NFT is found by its id, owned by the listed wallet, with the same fields",
    "getErc721Balances / invariant / the owner of an NFT lists it",
  ],
  "the same chain everywhere": ["getBlock / invariant / no two chains have the same latest block"],
  "a parent of its own": ["getBlock / invariant / parent_hash is the hash of the preceding block"],
  "a record on two pages": [
    "getErc20Balances / invariant / every limit yields the same records, each once, up to the end",
  ],
  "times that run": [
    "queryTag / invariant / create_time stays the same from one query to the next",
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
