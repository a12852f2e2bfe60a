import { Client } from "pg";
import { expect, test, vi } from "vitest";
import {
  besideWriter,
  openManagement,
  openReader,
  openSubgraphs,
  type PostgresLocation,
} from "../../src/store/open.ts";
import { openSession, type Queryable } from "../../src/store/postgres/connection.ts";
import { createdKey, storedChains } from "../../src/store/postgres/storage.ts";
import { ANY_SIZE, address, blockOf, name, word } from "../support/blocks.ts";
import { POSTGRES } from "../support/engines.ts";
import { chainLife, managementLife } from "../support/life.ts";
import { createDatabase } from "../support/postgres/database.ts";

const ADDRESS = address(2);

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

const original = Client.prototype.query;

type Explained = readonly { readonly "QUERY PLAN": readonly [{ readonly Plan: Plan }] }[];

async function scansOf(db: Queryable, text: string, values: readonly unknown[]) {
  const { rows } = await db.run({ text: `EXPLAIN (FORMAT JSON) ${text}` }, ...values);
  return (rows as Explained).flatMap((row) => wholeScans(row["QUERY PLAN"][0].Plan));
}

/** Lists all tokens or subgraph versions, checks the latter, or counts what is pending. */
const WHOLE =
  /FROM "chainkit"\."(token|deployment|graph_node)"( AS g)?\s+ORDER BY|^SELECT .* AND until <= \$1$|AS failed$|LIMIT 100000\) AS counted/s;
/** Forgets everything if no block is left; PostgreSQL decides that before it scans. */
const FORGETTING = /WHERE NOT EXISTS \(SELECT 1 FROM "\w+"\."block" WHERE number <= \$1\)/;

/** What the lives of stores leave out. */
async function writeOthers(location: PostgresLocation): Promise<void> {
  const writer = await POSTGRES.openWriter(location);
  const pair = { owner: ADDRESS, token: ADDRESS };
  const nft = { collection: ADDRESS, tokenId: 1n };
  await writer.setAside(ADDRESS, "odd");
  await writer.waitAside({ pairs: [pair], nfts: [nft] });
  await writer.listRetries(9);
  await writer.retryAside(ADDRESS, 9);
  await writer.setMetadata({ ...nft, uri: "" }, "{}");
  await writer.postponeMetadata(nft, 1, "status");
  expect(await writer.prependBlocks([blockOf(name(1))], name(2))).toBe(true);
  await writer.setFollowerStatus({ head: 1, settled: word(6), trouble: undefined });
  await writer.close();
  await besideWriter(location, async (chain) => {
    await chain.addPairs([pair]);
    await chain.refetchMetadata(ADDRESS, 1n);
  });
}

async function readOthers(location: PostgresLocation): Promise<void> {
  const reader = await openReader(location);
  await reader.followerStatus();
  await reader.size();
  await reader.pairState(ADDRESS, ADDRESS);
  await reader.extent({ token: ADDRESS });
  const after = { collection: ADDRESS, tokenId: 3n };
  await reader.listErc721Balances(ADDRESS, ADDRESS, after, 100, ANY_SIZE);
  await reader.readWithExtent({ owner: ADDRESS }, (wallet) =>
    wallet.listErc20Balances(ADDRESS, undefined, ADDRESS, 100),
  );
  await reader.readWithExtent({ owner: ADDRESS, token: ADDRESS }, (wallet) =>
    wallet.listErc721Balances(ADDRESS, ADDRESS, after, 100, ANY_SIZE),
  );
  await reader.close();
  await storedChains([location.url], "chain_");
  await createdKey([location.url]);
}

async function manageOthers(location: PostgresLocation): Promise<void> {
  const management = await openManagement(location);
  await management.deleteTag("transfers", "1.1.0", "prod");
  await management.close();
  const subgraphs = await openSubgraphs(location);
  await subgraphs.beginRemoval("swaps", "1.0.0", { holder: "h", until: 2 ** 45 });
  await subgraphs.finish("swaps", "1.0.0", "h");
  await subgraphs.close();
}

test("no statement scans a table, except small ones", async () => {
  const { url } = await createDatabase();
  const location = { kind: "postgres", url, schema: "chain_ethereum" } as const;
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
    for (const open of [chainLife, managementLife]) {
      const life = await open(POSTGRES, location);
      await life.begin();
      await life.goOn();
      await life.contents();
      await life.close();
    }
    await writeOthers(location);
    await readOthers(location);
    await manageOthers(location);
  } finally {
    query.mockRestore();
  }
  expect(ran.size).toBeGreaterThan(130);
  const session = await openSession({ url });
  await session.transaction(async (db) => {
    await db.run({ text: PLANS_BY_KEY });
    for (const [text, values] of ran) {
      if (/^LOCK/.test(text) || WHOLE.test(text) || FORGETTING.test(text)) {
        continue;
      }
      expect.soft(await scansOf(db, text, values), text).toEqual([]);
      // Citus rejects it.
      expect.soft(text).not.toMatch(/RETURNING[^()]*set_config/);
    }
  });
  await session.close();
});
