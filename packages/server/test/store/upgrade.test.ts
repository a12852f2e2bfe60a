import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect, test } from "vitest";
import { type NftTransfer, ZERO_ADDRESS } from "../../src/chain/records.ts";
import type { BlockChange, ChainWriter } from "../../src/store/chain-writer.ts";
import type { StoreLocation } from "../../src/store/open.ts";
import { CHAIN_STEPS, SHARED_STEPS } from "../../src/store/postgres/schema.ts";
import { inSchema } from "../../src/store/postgres/statements.ts";
import { STEPS } from "../../src/store/sqlite/chain-schema.ts";
import { address, blockOf, name } from "../support/blocks.ts";
import { dump } from "../support/dump.ts";
import { ENGINES, type Engine, untilEnd } from "../support/engines.ts";
import { GIVEN } from "../support/postgres/database.ts";

/**
 * Stores as SQL, one of each version that added migrations. `CHAINKIT_RECORD=1` writes that of this version if it is
 * missing; once it is released, it never changes.
 */
const FOLDER = join(import.meta.dirname, "../fixtures/stores");
const [SQLITE, , POSTGRES] = ENGINES as readonly [Engine, Engine, Engine];

/** A block with two transactions, an NFT that is minted and one that moves. */
function change(number: number): BlockChange {
  const transfer = (logIndex: number, tokenId: number, from: number): NftTransfer => ({
    ...{ collection: address(77), tokenId: BigInt(tokenId), logIndex, to: address(number) },
    from: from === 0 ? ZERO_ADDRESS : address(from),
  });
  const nftTransfers = [transfer(0, number, 0), transfer(1, 1, number - 1)];
  return { ...blockOf(name(number), 2), nftTransfers };
}

const changes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => change(first + at));

/** Does what a service does in its first minutes: blocks, results of contracts, and a rollback. */
async function begin(store: ChainWriter): Promise<void> {
  await store.addBlocks(changes(1, 5), undefined);
  const dirty = await store.listDirty(undefined, 100);
  const tokens = [address(9), address(77)].map((token, at) => ({
    ...{ address: token, name: `Token ${at}`, symbol: "T", decimals: 6 },
    ...{ standard: at === 0 ? null : ("ERC721" as const), isErc20: at === 0, isErc721: at === 1 },
  }));
  const named = { collection: address(77), tokenId: 2n, metadata: null };
  await store.settle(name(5), {
    tokens,
    balances: dirty.map((pair) => ({ ...pair, raw: 2n ** 200n })),
    nfts: [{ ...named, uri: "ipfs://2", isDue: true }],
  });
  await store.setAside(address(13), "it returns nonsense");
  await store.rollbackTo(4, name(5));
}

/** Goes on from there, through what every later version must be able to do with older rows. */
async function goOn(store: ChainWriter): Promise<void> {
  await store.addBlocks(changes(5, 7), name(4));
  await store.rollbackTo(3, name(7));
  await store.addBlocks(changes(4, 6), name(3));
  await store.pruneBelow(2, 10);
}

async function load(location: StoreLocation, sql: string): Promise<void> {
  if (location.kind === "sqlite") {
    const db = new DatabaseSync(location.file);
    db.exec(sql);
    db.close();
    return;
  }
  const client = new Client({ connectionString: location.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Returns statements that create a store again. */
function save(location: StoreLocation): string | Promise<string> {
  return location.kind === "sqlite" ? saveFile(location.file) : saveSchemas(location.url);
}

function saveFile(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  const column = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  const schema = (types: string) =>
    column(`SELECT sql FROM sqlite_schema WHERE type IN (${types}) AND sql IS NOT NULL`);
  const rows = column("SELECT name FROM sqlite_schema WHERE type = 'table'").flatMap((table) => {
    const names = column(`SELECT name FROM pragma_table_info('${table}')`);
    const values = names.map((each) => `quote(${each})`).join(" || ', ' || ");
    return column(`SELECT 'INSERT INTO ${table} VALUES (' || ${values} || ')' FROM ${table}`);
  });
  const version = `PRAGMA user_version = ${column("PRAGMA user_version")[0]}`;
  // Triggers last: they would count the rows again.
  const all = [version, ...schema("'table'"), ...rows, ...schema("'index', 'trigger'")];
  db.close();
  return joined(all);
}

/** The steps of this version, the ranges of transactions, and all rows; pg_dump is not in the package for tests. */
async function saveSchemas(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const column = async (sql: string): Promise<string[]> =>
    (await client.query({ text: sql, rowMode: "array" })).rows.map(([value]) => value);
  const all: string[] = [];
  for (const [schema, steps] of Object.entries({
    chainkit: SHARED_STEPS,
    chain_ethereum: CHAIN_STEPS,
  })) {
    all.push(`CREATE SCHEMA ${schema}`, ...steps.map((step) => inSchema(step, schema)));
    all.push(
      `CREATE TABLE ${schema}.migration (step int PRIMARY KEY, sha256 text NOT NULL,
         done_at timestamptz NOT NULL DEFAULT now())`,
      ...(await column(`SELECT format('CREATE TABLE %s PARTITION OF %s %s', c.oid::regclass,
          inhparent::regclass, pg_get_expr(relpartbound, c.oid))
        FROM pg_class c JOIN pg_inherits ON inhrelid = c.oid
        WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r'`)),
      ...(await column(`SELECT replace(pg_get_indexdef(indexrelid), ' INDEX ', ' INDEX IF NOT EXISTS ')
        FROM pg_index JOIN pg_class c ON c.oid = indrelid
        WHERE relispartition AND relnamespace = '${schema}'::regnamespace`)),
    );
    const tables = await column(`SELECT oid::regclass::text FROM pg_class
      WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' ORDER BY 1`);
    for (const table of tables.filter((each) => each !== "chainkit.cursor_key")) {
      const values = await column(`SELECT format('quote_nullable(%I::text)', attname)
        FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 ORDER BY attnum`);
      all.push(`TRUNCATE ${table} CASCADE`);
      const row = `'INSERT INTO ${table} VALUES (' || concat_ws(', ', ${values}) || ')'`;
      all.push(...(await column(`SELECT ${row} FROM ${table}`)));
    }
  }
  await client.end();
  return joined(all);
}

const joined = (statements: readonly string[]) =>
  statements.map((statement) => `${statement.replace(/;\s*$/, "")};\n`).join("");

test.each([
  { engine: SQLITE, kind: "sqlite", steps: STEPS },
  // A given database has schemas of other names.
  ...(GIVEN ? [] : [{ engine: POSTGRES, kind: "postgres", steps: CHAIN_STEPS }]),
])("a store of each version of $kind is opened and continued", async ({ engine, kind, steps }) => {
  const place = await engine.place();
  const first = await engine.openWriter(place);
  await begin(first);
  const begun = await dump(first, changes(1, 7));
  await first.close();
  const file = join(FOLDER, `${kind}-${steps.length}.sql`);
  if (process.env.CHAINKIT_RECORD && !existsSync(file)) {
    writeFileSync(file, await save(place));
  }
  const fresh = untilEnd(await engine.openWriter(place));
  await goOn(fresh);
  const expected = [begun, await dump(fresh, changes(1, 7))];
  const files = readdirSync(FOLDER).filter((each) => each.startsWith(`${kind}-`));
  expect(files).toHaveLength(steps.length);
  for (const each of files) {
    const older = await engine.place();
    await load(older, readFileSync(join(FOLDER, each), "utf8"));
    const store = untilEnd(await engine.openWriter(older));
    const found = [await dump(store, changes(1, 7))];
    await goOn(store);
    found.push(await dump(store, changes(1, 7)));
    expect(found).toEqual(expected);
  }
});

test("a version that refuses a newer store says how to go on", async () => {
  const place = await SQLITE.place();
  await load(place, `PRAGMA user_version = ${STEPS.length + 1}`);
  await expect(SQLITE.openWriter(place)).rejects.toThrow(
    "newer version of this program: run that one, or restore a copy from before the upgrade",
  );
});
