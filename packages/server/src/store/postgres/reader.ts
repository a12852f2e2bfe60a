import { chainQueries } from "../chain-queries.ts";
import type { ChainReader } from "../chain-reader.ts";
import { readsOf } from "../steps.ts";
import { openPool, type Queryable } from "./connection.ts";
import { extentAdder, extentReader } from "./extent.ts";
import { statusReader } from "./lease.ts";
import { type PostgresLocation, prepareUnlessDown } from "./location.ts";
import { type Copy, replicatedReader } from "./replicas.ts";
import { statementsOf } from "./statements.ts";
import { DIALECT, stepRunner } from "./steps.ts";
import { tokenLists, tokenReader } from "./tokens.ts";
import { transactionReader } from "./transactions.ts";

const QUERIES = chainQueries(DIALECT);

/** Connections to a primary that only decides what replicas do not have. */
const PRIMARY_POOL = 4;

/** Opens a chain for reading, from replicas if there are any. */
export async function openReader(location: PostgresLocation): Promise<ChainReader> {
  const { replicas = [] } = location;
  await prepareUnlessDown(location);
  if (replicas.length === 0) {
    return openServer(location);
  }
  const { pool = PRIMARY_POOL } = location;
  return replicatedReader(
    openCopy({ ...location, pool: Math.min(pool, PRIMARY_POOL) }),
    replicas.map((url) => openCopy({ ...location, url })),
    location,
  );
}

/** Reads one server. */
function openServer(location: PostgresLocation): ChainReader {
  const pool = openPool(location);
  const sql = statementsOf(location.schema);
  const [addExtent, lists] = [extentAdder(pool, sql), tokenLists(sql)];
  const reader = { ...reading(pool, location.schema), close: () => pool.close() };
  return {
    ...reader,
    async readWithExtent(of, read) {
      const db = addExtent(of);
      const result = await read({ ...reader, ...lists(db) });
      return { result, extent: db.extent() ?? (await reader.extent(of)) };
    },
  };
}

/** Its head is read over a connection of its own, which requests cannot occupy. */
function openCopy(location: PostgresLocation): Copy {
  const sql = statementsOf(location.schema);
  const head = sql`SELECT coalesce(number, -1) AS number, generation FROM :head`;
  const probe = openPool({ ...location, pool: 1 });
  const reader = openServer(location);
  return {
    ...reader,
    async head() {
      const [row] = (await probe.run(head)).rows;
      return { number: Number(row?.number ?? -1), generation: Number(row?.generation ?? 0) };
    },
    async close() {
      await Promise.all([reader.close(), probe.close()]);
    },
  };
}

/** Reads over given connections. */
export function reading(db: Queryable, schema: string): Omit<ChainReader, "close"> {
  const sql = statementsOf(schema);
  const { all } = stepRunner(sql);
  const size = sql`SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bytes
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.oid = (SELECT relnamespace FROM pg_class WHERE oid = ':head'::regclass)
      AND c.relkind IN ('r', 'p', 'm')`;
  return {
    ...transactionReader(db, sql),
    ...tokenReader(db, sql),
    ...extentReader(db, sql),
    ...readsOf<typeof QUERIES.ofReader, true>(QUERIES.ofReader, (query) => all(db, query)),
    ...statusReader(db, schema),
    size: async () => Number((await db.run(size)).rows[0]?.bytes),
  };
}
