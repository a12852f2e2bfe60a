import type { Hex, TransactionPosition } from "../../chain/records.ts";
import type { ChainReader, StoredExtent } from "../chain-reader.ts";
import { StoreUnavailableError } from "../engine.ts";
import { readUnchanged, withoutRanges } from "../read-unchanged.ts";
import { numbered, readsOf, resultOf } from "../steps.ts";
import type { Queryable, Statement } from "./connection.ts";
import { statusReader } from "./lease.ts";
import { openPool } from "./pool.ts";
import { type PostgresLocation, prepareUnlessDown } from "./schema.ts";
import { type Sql, statementsOf } from "./statements.ts";
import { CHAIN, encode, place, stepRunners } from "./steps.ts";
import { tokenLists, tokenReader } from "./tokens.ts";
import { transactionReader } from "./transactions.ts";

/** Opens a chain for reading, from a replica if there is one. */
export async function openReader(location: PostgresLocation): Promise<ChainReader> {
  await prepareUnlessDown(location);
  const { readFrom } = location;
  return readFrom === undefined
    ? openServer(location)
    : openReplica({ ...location, url: readFrom }, location);
}

/**
 * Reads a replica alone, so that what it returns is of one server, as is what it says to cover. Only the status of the
 * follower is that of the primary: the replica's would be as late as its blocks, and hide how far it is behind.
 */
function openReplica(location: PostgresLocation, primary: PostgresLocation): ChainReader {
  const replica = openServer(location);
  const pool = openPool({ ...primary, pool: 1 });
  const followerStatus = statusReader(pool, location.schema);
  /** A cursor may be of a process that reads another server: blocks below it could be left out. */
  const assertReached = async (after: TransactionPosition | undefined) => {
    if (after && after.blockNumber > ((await replica.tip())?.number ?? -1)) {
      const reason = `the replica does not have block ${after.blockNumber} of a cursor yet`;
      throw new StoreUnavailableError(new Error(reason));
    }
  };
  const reader: ChainReader = {
    ...replica,
    readWithExtent: (of, read) =>
      of ? replica.readWithExtent(of, read) : readUnchanged(reader, of, read),
    async listAddressTransactions(address, after, ...limits) {
      await assertReached(after);
      return replica.listAddressTransactions(address, after, ...limits);
    },
    async listLatestTransactions(after, ...limits) {
      await assertReached(after);
      return replica.listLatestTransactions(after, ...limits);
    },
    followerStatus: () => followerStatus().catch(() => replica.followerStatus()),
    async close() {
      await Promise.all([replica.close(), pool.close()]);
    },
  };
  return reader;
}

/** Reads one server. */
function openServer(location: PostgresLocation): ChainReader {
  const pool = openPool(location);
  const sql = statementsOf(location.schema);
  const [addExtent, lists] = [extentAdder(pool, sql), tokenLists(sql)];
  const reader: ChainReader = {
    ...reading(pool, location.schema),
    close: () => pool.close(),
    async readWithExtent(of, read) {
      if (!of?.owner) {
        return readUnchanged(reader, of, read);
      }
      const db = addExtent(of.owner, of.token);
      // With ranges, a list takes several statements: it is read again.
      const result = await read(withoutRanges({ ...reader, ...lists(db) }));
      const extent = db.extent() ?? (await reader.extent(of));
      return extent.hasRanges ? readUnchanged(reader, of, read) : { result, extent };
    },
  };
  return reader;
}

/** A connection whose statements, which are lists, also return what is stored in the state that they read. */
interface WithExtent extends Queryable {
  /** What was stored when the last list was read; undefined if there was none. */
  extent(): StoredExtent | undefined;
}

/** Adds what is stored to lists, which saves two statements (bench: ERC-20 page, ERC-721 page). */
function extentAdder(db: Queryable, sql: Sql): (owner: Hex, token?: Hex) => WithExtent {
  const combined = new Map<Statement, Statement>();
  const add = (list: Statement, extent: string, count: number): Statement => {
    const { text } = numbered(extent, (number, name) => place(number + count, name));
    // Only the first row has it, or one without an entry: the driver would read it again for each.
    return sql`SELECT CASE WHEN listed.place > 1 THEN NULL ELSE stored.extent END AS extent, listed.* FROM (
        SELECT to_json(e)::text AS extent FROM (${text}) AS e
      ) AS stored LEFT JOIN (
        SELECT row_number() OVER () AS place, l.* FROM (${list.text}) AS l
      ) AS listed ON true`;
  };
  return (owner, token) => {
    const query = CHAIN.queries.ofReader.extent({ owner, token });
    const parameters = [encode("owner", owner), encode("token", token ?? null)];
    let extent: StoredExtent | undefined;
    return {
      extent: () => extent,
      async run(list, ...values) {
        const statement = combined.get(list) ?? add(list, query.sql, values.length);
        combined.set(list, statement);
        const { rows } = await db.run(statement, ...values, ...parameters);
        const [first] = rows;
        extent = first && resultOf(query, [JSON.parse(String(first.extent))]);
        const found = first?.place === null ? [] : rows;
        return { rows: found, count: found.length };
      },
    };
  };
}

/** Reads over given connections. */
export function reading(
  db: Queryable,
  schema: string,
): Omit<ChainReader, "close" | "readWithExtent"> {
  const sql = statementsOf(schema);
  const runner = stepRunners(schema).on(db);
  const size = sql`SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bytes
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.oid = (SELECT relnamespace FROM pg_class WHERE oid = ':head'::regclass)
      AND c.relkind IN ('r', 'p', 'm')`;
  return {
    ...transactionReader(db, sql),
    ...tokenReader(db, sql, runner),
    ...readsOf(CHAIN.queries.ofReader, runner.all),
    followerStatus: statusReader(db, schema),
    size: async () => Number((await db.run(size)).rows[0]?.bytes),
    revision: () => undefined,
    damage: () => undefined,
  };
}
