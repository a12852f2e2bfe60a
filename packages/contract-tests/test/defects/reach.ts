// A program of its own, because the stack traces of tests have lines of other texts than the sources.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Fixture } from "../../src/invariants/fixture.ts";
import { runContract } from "../../src/run.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import { runOnReference } from "../reference/run.ts";
import { startReference } from "../reference/server.ts";
import { TOKEN } from "../reference/service.ts";
import { exchangeDefects } from "./corpus.ts";
import { startProxy } from "./proxy.ts";
import { defects } from "./service/index.ts";
import { nameOf, OPTIONS, recorded, type Trial, tryDefect } from "./try.ts";

/** What the program sends: places by file and text of the line, and how the suite found each defect of the service. */
export interface Reach {
  readonly places: readonly string[];
  readonly reached: readonly string[];
  readonly found: readonly Trial[];
}

/** Changes of exchanges that reach places which the defects of the service do not, and the laws that notice. */
const EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  "a transaction of the same block twice": [
    "getBlockTransactions: every limit",
    "getBlockTransactions: a block",
  ],
  "the next block for odd numbers": [
    "getBlockTransactions: a block",
    "getTransaction: a transaction",
    "getBlock: block.number equals",
    "getLatestTransactions: the latest transactions are",
    "getBlock: parent_hash is",
  ],
  "a default of five balances": ["getErc20Balances: without `limit`,"],
  "contract-address in upper case is ignored": ["getErc721Balances: contract-address means"],
  "fees of the fee market for legacy transactions": ["getTransaction: the prices"],
  "cumulative_gas_used up to the transaction before": [
    "getTransaction: cumulative_gas_used is",
    "getTransaction: gas_used is",
  ],
  "block_timestamp is when it was asked for": ["getBlockTransactions: a listed"],
  "a contract for every recipient": ["getTransaction: contract_address is"],
  "value in wei": ["getTransaction: value equals"],
  "another sender in listings": [
    "getAddressTransactions: every record",
    "getAddressTransactions: a wallet lists what",
    "getAddressTransactions: a wallet lists only",
  ],
  "sent only": ["getAddressTransactions: a wallet lists its"],
  "balances shifted by a digit": ["getErc20Balances: balance equals"],
  "NFTs of somebody": ["getNft: a listed", "getErc721Balances: the owner"],
  "tags in lower case": ["createTag: after any"],
  "times that run": ["queryTag: create_time stays"],
  "timestamp of a block with a blank": ["getNft: an NFT"],
  "resultCount is the limit": [
    "getErc20Balances: a record has the same fields with",
    "getErc20Balances: resultCount is",
  ],
  "the last page again and again": ["getAddressTransactions: every limit"],
  "contract-address ignored for NFTs": ["getErc721Balances: contract-address returns"],
  "a token of which the wallet has two": [
    "getErc721Balances: a record has the same fields on",
    "getErc721Balances: an ERC-721",
  ],
  "indexes from one": ["getBlockTransactions: a block", "getTransaction: a transaction"],
  "listed values in whole tokens": ["getLatestTransactions: a listed"],
  "balances of zero without a filter": [
    "getErc20Balances: contract-address returns",
    "getErc20Balances: only tokens",
  ],
  "one balance more than asked for": [
    "getErc20Balances: a page",
    "getErc20Balances: a record has the same fields on",
  ],
  "creation without effect": ["createTag: a refused"],
  "value_raw of whole tokens only": ["getLatestTransactions: a listed"],
  "effective_gas_price is the priority fee": [
    "getTransaction: the prices",
    "getTransaction: a transaction",
  ],
  "the priority fee above the maximum": ["getTransaction: the prices"],
  "gas_limit and gas_used exchanged": ["getBlock: the gas"],
  "another hash of the latest block than by number": ["getBlock: `latest` equals"],
  "all chains of v2 are the same": ["getBlock: no two"],
  "no transactions behind the first of a block among the latest": [
    "getLatestTransactions: the latest transactions include",
    "getLatestTransactions: every limit",
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
  // A violation without words is none that anybody could mend.
  if (!holds && !rest.includes("")) {
    const [, name = "", line] =
      /src\/(?:chain|invariants)\/((?!fixture)[\w-]+\.ts):(\d+)/.exec(new Error().stack ?? "") ??
      [];
    reached.add(placeOf(name, Number(line)));
  }
  return guard.call(this, holds, ...rest);
};

const specs = await loadSpecs();
const found: Trial[] = [];
const trials = [
  ...defects.map((defect) => async () => {
    found.push(await tryDefect(defect));
    const title = recorded.recordedTitle(nameOf(defect));
    // Where the suite is not told where to look, it may have found the defect elsewhere.
    if (title !== undefined && recorded.titleOf(nameOf(defect)) === undefined) {
      await runOnReference({ ...OPTIONS, include: [title] }, defect.apply);
    }
  }),
  ...exchangeDefects.flatMap(({ author, name, mutation }) => {
    const laws = EXCHANGES[name];
    if (author === "trial" || !laws) {
      return [];
    }
    const include = laws.map((law) => `${law.replace(": ", " / invariant / ")}*`);
    return async () => {
      const reference = await startReference();
      const proxy = await startProxy(reference.url, mutation);
      const options = { ...OPTIONS, target: proxy.url, token: TOKEN, seed: 1, blockWaitMs: 0 };
      await runContract({ ...options, include }, specs).finally(proxy.close);
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
    /\.(assert\w*|guard)\(/.test(text) ? placeOf(basename(name), at + 1) : [],
  ),
);
process.send?.({ places: [...new Set(places)], reached: [...reached], found } satisfies Reach);
process.disconnect?.();
