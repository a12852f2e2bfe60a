import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import type { ChainName } from "../src/chain/profiles.ts";
import type { NftRecord } from "../src/chain/records.ts";
import {
  chainDataBlock,
  chainDataNft,
  chainDataTransaction,
  erc721Balance,
} from "../src/handlers/shown.ts";
import { blockRecord, transactionRecords } from "../src/source/normalise.ts";
import { BUILT } from "./support/chain-blocks.ts";

const GUIDE = join(repositoryRoot, "packages/docs/guides/null-fields.md");

const CHAINS = Object.keys(BUILT) as ChainName[];

/** Fields that are null depending on the transaction or the node; the guide describes these in prose. */
const ELSEWHERE = new Set([
  ...["contract_address", "to_address", "max_fee_per_gas", "max_priority_fee_per_gas"],
  ...["status", "total_difficulty"],
]);

async function served(chain: ChainName) {
  const all = await Promise.all(Object.values(BUILT[chain]).map((make) => make()));
  return {
    block: all.map(({ block }) => chainDataBlock(blockRecord(block, chain))),
    transaction: all.flatMap((source) =>
      transactionRecords(source, chain).map(chainDataTransaction),
    ),
  };
}

/** A row per field that is null somewhere, a column per chain. */
async function table(kind: "block" | "transaction"): Promise<string[][]> {
  const columns = await Promise.all(CHAINS.map(async (chain) => (await served(chain))[kind]));
  const fields = Object.keys(columns[0]?.[0] ?? {}).filter((name) => !ELSEWHERE.has(name));
  const cell = (records: readonly object[], field: string) => {
    const nulls = records.filter((record) => record[field as never] === null).length;
    return nulls === 0 ? "–" : nulls === records.length ? "null" : "or null";
  };
  const rows = fields.map((field) => [
    `\`${field}\``,
    ...columns.map((records) => cell(records, field)),
  ]);
  return [["Field", ...CHAINS], ...rows.filter((row) => row.some((text) => /null/.test(text)))];
}

test.each(["transaction", "block"] as const)(
  "the guide's table of a %s matches the service",
  async (kind) => {
    const heading = kind === "block" ? "## Blocks" : "## Transactions";
    const [, section = ""] = readFileSync(GUIDE, "utf8").split(heading);
    const [shown = ""] = /^\|.*?(?=\n\n)/ms.exec(section) ?? [];
    const cells = shown
      .split("\n")
      .filter((line) => !/^\| -/.test(line))
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((text) => text.trim()),
      );
    const expected = await table(kind);
    expect(cells, expected.map((row) => `| ${row.join(" | ")} |`).join("\n")).toEqual(expected);
  },
);

test("the guide's table of NFTs and balances names every field that can be null", () => {
  const unread: NftRecord = {
    ...{ collection: "0x1", tokenId: 1n, owner: null, collectionName: null, symbol: null },
    ...{ tokenUri: null, mintBlockNumber: null, mintTimestamp: null, metadata: null },
  };
  const { metadata, ...balance } = JSON.parse(erc721Balance(unread));
  const nulls = [chainDataNft(unread), balance, metadata ?? {}].flatMap((record) =>
    Object.keys(record).filter((name) => record[name as never] === null),
  );
  const [, section = ""] = readFileSync(GUIDE, "utf8").split("## NFTs and balances");
  const rows = [...section.matchAll(/^\|(.*?)\|/gm)].map(([, cell = ""]) => cell);
  const named = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  // Of ERC-20 contracts and transactions, which have no record of their own here.
  const others = ["decimals", "logoUri", "decoded"];
  expect(new Set(named)).toEqual(new Set([...nulls, ...others]));
});
