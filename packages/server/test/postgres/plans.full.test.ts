import { Client } from "pg";
import { expect, test, vi } from "vitest";
import type { BlockName, BlockRecord } from "../../src/chain/records.ts";
import type { BlockChange } from "../../src/store/chain-writer.ts";
import type { ManagementStore } from "../../src/store/management-store.ts";
import { openManagement, openSubgraphs, openWriter } from "../../src/store/open.ts";
import {
  openSession,
  type Queryable,
  type Statement,
} from "../../src/store/postgres/connection.ts";
import { postgresEngine } from "../../src/store/postgres/engine.ts";
import { extentAdder } from "../../src/store/postgres/extent.ts";
import { reading } from "../../src/store/postgres/reader.ts";
import { statementsOf } from "../../src/store/postgres/statements.ts";
import { QUERIES, stepRunner } from "../../src/store/postgres/steps.ts";
import { createdKey, storedChains } from "../../src/store/postgres/storage.ts";
import { tokenLists } from "../../src/store/postgres/tokens.ts";
import type { SubgraphStore } from "../../src/store/subgraph-store.ts";
import { ANY_SIZE, NO_EVENTS, word } from "../support/blocks.ts";
import { createDatabase } from "../support/postgres/database.ts";

const SCHEMA = "chain_ethereum";
const HASH = `0x${"1".repeat(64)}` as const;
const ADDRESS = `0x${"2".repeat(40)}` as const;
const AT = { blockNumber: 5, index: 2 };

interface Plan {
  readonly "Node Type": string;
  readonly "Parent Relationship"?: string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

/**
 * Tables are empty here, so that scans would be the cheapest plans, and joins of two scans. They are made
 * the most expensive ones.
 */
const PLANS_BY_KEY = `SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
  SET plan_cache_mode = force_generic_plan`;

/** Tables of a few rows, those of the catalogue and of a backfill, which are moved as a whole, and marked tokens. */
const SMALL = /^(head|cursor_key|migration|fill|fill_.*|pg_.*|token_stale)$/;
/** Nodes that read all of their input before they return a row. */
const ALL_ROWS = /Sort|Aggregate|Hash|Materialize/;

/**
 * Scans of a whole table, or of a whole index.
 *
 * @param isFew Whether only the first rows are read.
 */
function wholeScans(plan: Plan, isFew = false): string[] {
  const { "Node Type": type, Plans = [] } = plan;
  const table = plan["Relation Name"] ?? plan["Index Name"] ?? "";
  const isWhole = type === "Seq Scan" || (/Index/.test(type) && !plan["Index Cond"] && !isFew);
  return [
    ...(isWhole && !SMALL.test(table) ? [`${type} on ${table}`] : []),
    ...Plans.flatMap((each) => {
      const isScalar = /InitPlan|SubPlan/.test(each["Parent Relationship"] ?? "");
      const isFirst = type === "Limit" || isScalar || (isFew && !ALL_ROWS.test(type));
      return wholeScans(each, isFirst);
    }),
  ];
}

/** Records the statements that are run, with their values. */
function recorder() {
  const ran: [Statement, readonly unknown[]][] = [];
  const db: Queryable = {
    async run(statement, ...values) {
      ran.push([statement, values]);
      return { rows: [], count: 0 };
    },
  };
  return { db, ran };
}

const original = Client.prototype.query;

type Explained = readonly { readonly "QUERY PLAN": readonly [{ readonly Plan: Plan }] }[];

async function scansOf(client: Client, text: string, values: readonly unknown[]) {
  const explain = original as unknown as (config: object) => Promise<{ rows: Explained }>;
  const { rows } = await explain.call(client, {
    text: `EXPLAIN (FORMAT JSON) ${text}`,
    values: [...values],
  });
  return rows.flatMap((row) => wholeScans(row["QUERY PLAN"][0].Plan));
}

function emptyBlock(number: number): BlockChange {
  const block = { number, hash: word(number), timestamp: 1 } as BlockRecord;
  return { block, transactions: [], ...NO_EVENTS };
}

async function manage(store: ManagementStore): Promise<void> {
  await store.addDeployment("a", "1");
  await store.hasDeployment("a", "1");
  await store.listDeployments();
  await store.setTag("a", "1", "live");
  await store.listTags("a", "1");
  await store.deleteTag("a", "1", "live");
  await store.removeDeployment("a", "1");
  await store.addToken({
    id: "t",
    name: "ci",
    scope: "data",
    hash: Buffer.alloc(32),
    expiresAt: null,
  });
  await store.findToken("t");
  await store.listTokens();
  await store.deleteToken("t");
  await store.close();
}

async function manageSubgraphs(store: SubgraphStore): Promise<void> {
  const version = { name: "a", version: "2", deploymentId: "Qm", remoteName: "a/2", node: null };
  const claim = { holder: "h", until: 2 ** 45 };
  await store.beginDeploy(version, claim);
  await store.claim("a", "2", { ...claim, holder: "i" });
  await store.finish("a", "2", "h");
  await store.listDeployments();
  await store.findDeployment("a", "2");
  await store.findByRemoteName("a/2");
  await store.resolve("a", "live");
  await store.listUnfinished();
  await store.beginRemoval("a", "2", claim);
  await store.release("a", "2", "h", "down");
  await store.beginRemoval("a", "2", claim);
  await store.finish("a", "2", "h");
  await store.attach(version);
  await store.close();
}

test("no reader statement scans a whole table", async () => {
  const { url } = await createDatabase();
  const writer = await openWriter({ kind: "postgres", url, schema: SCHEMA }, { undoBlocks: 10 });
  const block = { number: 1, hash: HASH, timestamp: 1 };
  const change = { block, transactions: [], ...NO_EVENTS };
  await writer.addBlocks([change as never], undefined);

  const { db, ran } = recorder();
  const sql = statementsOf(SCHEMA);
  const reader = reading(db, SCHEMA);
  await reader.tip();
  await reader.blockHash(1);
  await reader.getTipBlock();
  await reader.getBlock(1);
  await reader.getTransaction(HASH);
  await reader.listAddressTransactions(ADDRESS, AT, 100, ANY_SIZE);
  await reader.listBlockTransactions(1, AT, 100, ANY_SIZE);
  await reader.listLatestTransactions(AT, 100, ANY_SIZE);
  await reader.oldest();
  await reader.getNft(ADDRESS, 1n);
  await reader.listErc20Balances(ADDRESS, undefined, ADDRESS, 100);
  await reader.listErc20Balances(ADDRESS, ADDRESS, undefined, 100);
  await reader.pairState(ADDRESS, ADDRESS);
  const after = { collection: ADDRESS, tokenId: 3n };
  await reader.listErc721Balances(ADDRESS, undefined, after, 100, ANY_SIZE);
  await reader.listErc721Balances(ADDRESS, ADDRESS, after, 100, ANY_SIZE);
  await reader.extent({ token: ADDRESS });
  const wallet = tokenLists(sql)(extentAdder(db, sql)(ADDRESS));
  await wallet.listErc20Balances(ADDRESS, undefined, ADDRESS, 100);
  await wallet.listErc721Balances(ADDRESS, ADDRESS, after, 100, ANY_SIZE);
  const { ofWriter } = QUERIES;
  await stepRunner(sql).all(db, ofWriter.listPending({ owner: ADDRESS, token: ADDRESS }, 100));
  await stepRunner(sql).all(db, ofWriter.listPairs({ owner: ADDRESS, token: ADDRESS }, 100));
  expect(ran).toHaveLength(21);

  const session = await openSession({ url });
  await session.transaction(async (_, client) => {
    await client.query(PLANS_BY_KEY);
    for (const [{ text }, values] of ran) {
      expect.soft(await scansOf(client, text, values), text).toEqual([]);
    }
  });
  await session.close();
  await writer.close();
});

/** Lists all tokens or subgraph versions, checks the latter, or counts what is pending. */
const WHOLE =
  /FROM "chainkit"\."(token|deployment|graph_node)"( AS g)?\s+ORDER BY|^SELECT .* AND until <= \$1$|AS failed$|LIMIT 100000\) AS counted/s;
/** Forgets everything if no block is left; PostgreSQL decides that before it scans. */
const FORGETTING = /WHERE NOT EXISTS \(SELECT 1 FROM "\w+"\."block" WHERE number <= \$1\)/;

test("no other statement scans a table, except small ones", async () => {
  const { url } = await createDatabase();
  const ran = new Map<string, readonly unknown[]>();
  const query = vi.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [statement] = args as [{ name?: string; text?: string; values?: unknown[] }];
    if (statement.name && statement.text) {
      ran.set(statement.text, statement.values ?? []);
    }
    return original.apply(this, args as never) as never;
  });
  try {
    const writer = await openWriter({ kind: "postgres", url, schema: SCHEMA }, { undoBlocks: 10 });
    let tip: BlockName | undefined;
    const add = async (from: number, count: number) => {
      const changes = Array.from({ length: count }, (_, at) => emptyBlock(from + at));
      expect(await writer.addBlocks(changes, tip)).toBe(true);
      tip = changes.at(-1)?.block;
    };
    await add(40, 1);
    await add(41, 40);
    const pair = { owner: ADDRESS, token: ADDRESS };
    const nft = { collection: ADDRESS, tokenId: 1n };
    const token = { address: ADDRESS, name: "", symbol: "", decimals: 1, standard: null };
    await writer.settle(tip as BlockName, {
      tokens: [{ ...token, isErc20: true, isErc721: false }],
      balances: [{ ...pair, raw: 1n }],
      nfts: [{ ...nft, uri: "", metadata: null, isDue: true }],
    });
    await writer.unknownTokens([ADDRESS]);
    await writer.listNftsWithoutUri(undefined, 9);
    await writer.setAside(ADDRESS, "odd");
    await writer.waitAside({ pairs: [pair], nfts: [nft] });
    await writer.listRetries(9);
    await writer.retryAside(ADDRESS, 9);
    await writer.listDueCollections(1, undefined, 9);
    await writer.listDueMetadata(ADDRESS, 1, 9);
    await writer.setMetadata({ ...nft, uri: "" }, "{}");
    await writer.postponeMetadata(nft, 1, "status");
    await writer.prependBlocks([emptyBlock(39)], { number: 40, hash: word(40) });
    await writer.pruneBelow(40, 9);
    await writer.rollbackTo(78, tip as BlockName);
    await writer.setFollowerStatus({ head: 1, settled: HASH, trouble: undefined });
    await writer.counts();
    await writer.countMetadata();
    await writer.size();
    await writer.followerStatus();
    await writer.close();
    const location = { kind: "postgres", url, schema: "chainkit" } as const;
    await manage(await openManagement(location));
    await manageSubgraphs(await openSubgraphs(location));
    await postgresEngine.besideWriter({ ...location, schema: SCHEMA }, async (chain) => {
      await chain.addPairs([pair]);
      await chain.refetchMetadata(ADDRESS, 1n);
    });
    await storedChains([url], "chain_");
    await createdKey([url]);
  } finally {
    query.mockRestore();
  }
  // Those that read the catalogue are not about tables of the service.
  expect([...ran.keys()].filter((text) => /"chainkit"/.test(text)).length).toBeGreaterThan(30);
  const session = await openSession({ url });
  await session.transaction(async (_, client) => {
    await client.query(PLANS_BY_KEY);
    for (const [text, values] of ran) {
      if (/^LOCK/.test(text) || WHOLE.test(text) || FORGETTING.test(text)) {
        continue;
      }
      expect.soft(await scansOf(client, text, values), text).toEqual([]);
      // Citus rejects it.
      expect.soft(text).not.toMatch(/RETURNING[^()]*set_config/);
    }
  });
  await session.close();
});
