import type {
  BlockRecord,
  Hex,
  TransactionPosition,
  TransactionRecord,
} from "../../chain/records.ts";
import type { TransactionReader } from "../chain-reader.ts";
import { StoreUnavailableError } from "../engine.ts";
import { transactionId, unpackTransaction } from "../rows.ts";
import type { Queryable, Row } from "./connection.ts";
import { PARTICIPANTS } from "./ranges.ts";
import type { Sql } from "./statements.ts";
import { bytes } from "./values.ts";

/** The first parameter as rows. In a subquery, so that the plan does not depend on the number of keys. */
const asked = (type: string) => `unnest((SELECT $1::${type}[])) AS asked (key)`;

/** Reads blocks and transactions. Each list is one statement, and so sees one state of the chain. */
export function transactionReader(db: Queryable, sql: Sql): TransactionReader {
  const block = sql`SELECT b.* FROM ${asked("bigint")} CROSS JOIN LATERAL (
      SELECT number, body FROM :block WHERE number = asked.key LIMIT 1
    ) AS b`;
  // The limit ends the search at the range that has the transaction.
  const byHash = sql`SELECT t.* FROM ${asked("bytea")} CROSS JOIN LATERAL (
      SELECT tx.hash, ${ROW} FROM :tx AS tx ${WITH_BLOCK} WHERE tx.hash = asked.key LIMIT 1
    ) AS t`;
  const newest = sql`SELECT ${ROW} FROM (
      SELECT * FROM :tx WHERE id < $1 ORDER BY id DESC LIMIT $2
    ) AS tx ${EACH_BLOCK} ORDER BY tx.id DESC`;
  // One row without a transaction distinguishes an empty page from a missing block.
  const ofBlock = sql`SELECT block.number, p.* FROM :block AS block LEFT JOIN LATERAL (
      SELECT ${ROW} FROM :tx AS tx
      WHERE tx.id >= block.number << 20 AND tx.id < least($2, (block.number + 1) << 20)
        AND tx.id >= $1::bigint << 20 AND tx.id < ($1::bigint + 1) << 20
      ORDER BY tx.id DESC LIMIT $3
    ) AS p ON true WHERE block.number = $1::bigint ORDER BY p.id DESC`;

  // Rows are unpacked by those who asked for them: one that cannot be read fails no other lookup.
  const lookUpTransaction = combineLookups<Hex, Row>(async (hashes) => {
    const { rows } = await db.run(byHash, hashes.map(bytes));
    return new Map(rows.map((row) => [row.hash as Hex, row]));
  });
  const lookUpBlock = combineLookups<number, Row>(async (numbers) => {
    const { rows } = await db.run(block, numbers);
    return new Map(rows.map((row) => [Number(row.number), row]));
  });

  return {
    async getBlock(number): Promise<BlockRecord | undefined> {
      const row = await lookUpBlock(number);
      return row && JSON.parse(String(row.body));
    },
    async getTransaction(transactionHash) {
      const row = await lookUpTransaction(transactionHash);
      return row && transactionOf(row);
    },
    ...addressReader(db, sql),
    async listBlockTransactions(blockNumber, after, limit) {
      const { rows } = await db.run(ofBlock, blockNumber, idOf(after), limit);
      return rows.length === 0
        ? undefined
        : rows.filter(({ id }) => id !== null).map(transactionOf);
    },
    listLatestTransactions: async (after, limit) =>
      (await db.run(newest, idOf(after), limit)).rows.map(transactionOf),
  };
}

/** Columns of a transaction, and the join that they need. */
const ROW = `tx.id, block.hash || tx.hash || tx.sender || tx.input AS bytes, tx.recipient, tx.created, tx.numbers,
  block.time`;
const WITH_BLOCK = "JOIN :block AS block ON block.number = tx.id >> 20";
/**
 * The same for many rows. The limit keeps the blocks from being joined as a whole table: the number of rows is unknown
 * when the statement is planned.
 */
const EACH_BLOCK = `CROSS JOIN LATERAL (
    SELECT hash, time FROM :block WHERE number = tx.id >> 20 LIMIT 1
  ) AS block`;

/** Upper bound of the ids of a page. */
function idOf(after: TransactionPosition | undefined): number {
  return after ? transactionId(after) : Number.MAX_SAFE_INTEGER;
}

/** Converts a row with the columns above into a transaction. */
function transactionOf(row: Row): TransactionRecord {
  return unpackTransaction({
    id: Number(row.id),
    digits: String(row.bytes).slice(2),
    numbers: String(row.numbers),
    recipient: row.recipient as Hex | null,
    created: row.created as Hex | null,
    time: Number(row.time),
  });
}

/** A page of the transactions of an address, newest first. */
interface Page {
  readonly address: Hex;
  /** Bound of their ids. */
  readonly below: number;
  readonly limit: number;
}

/**
 * Two statements, so that the server reads pages while those of the other one are decoded. Of few pages,
 * because one of a busy address takes long, and those beside it wait for it; one alone waits for others,
 * because starting a statement takes most of the time of a small page.
 */
const SHARING = { statements: 2, keys: 8, worth: 2 };

/** In subqueries, so that the plan does not depend on the number of pages. */
const PAGES = `(SELECT * FROM unnest((SELECT $1::bytea[]), (SELECT $2::bigint[]), (SELECT $3::bigint[]))
  WITH ORDINALITY AS u (address, below, size, at)) AS page`;

/**
 * Reads the transactions of addresses. Pages that are requested at the same time share a statement:
 * starting one takes longer than reading the page of an address with few transactions, because it opens
 * three indexes of each range.
 */
function addressReader(
  db: Queryable,
  sql: Sql,
): Pick<TransactionReader, "listAddressTransactions"> {
  const ofColumn = (column: string) => `(SELECT * FROM :tx
    WHERE ${column} = page.address AND id < page.below ORDER BY id DESC LIMIT page.size)`;
  // Each part reads only as much of its index as fits on the page.
  const ofAddresses = sql`SELECT page.at, ${ROW} FROM ${PAGES} CROSS JOIN LATERAL (
      SELECT DISTINCT ON (id) * FROM (${PARTICIPANTS.map(ofColumn).join(" UNION ALL ")}) AS u
      ORDER BY id DESC LIMIT page.size
    ) AS tx ${EACH_BLOCK} ORDER BY page.at, tx.id DESC`;

  const lookUp = combineLookups<Page, readonly Row[]>(async (pages) => {
    const columns = [
      pages.map(({ address }) => bytes(address)),
      pages.map(({ below }) => below),
      pages.map(({ limit }) => limit),
    ];
    const { rows } = await db.run(ofAddresses, ...columns);
    const found = pages.map((): Row[] => []);
    for (const row of rows) {
      found[Number(row.at) - 1]?.push(row);
    }
    return new Map(pages.map((page, at) => [page, found[at] ?? []]));
  }, SHARING);
  return {
    async listAddressTransactions(address, after, limit) {
      const rows = await lookUp({ address, below: idOf(after), limit });
      return (rows ?? []).map(transactionOf);
    },
  };
}

/** Reads the records that exist, by key. */
type ReadMany<Key, Found> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>;

/** A lookup that waits for its result. */
interface Lookup<Key, Found> {
  readonly key: Key;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/** How lookups share statements. */
export interface Sharing {
  /** Statements in flight for which no further one is sent. */
  readonly statements: number;
  /** Keys of a statement, at most. */
  readonly keys: number;
  /** Keys from which another statement is sent beside one in flight. */
  readonly worth: number;
}

/**
 * Two statements, so that the server reads while the process decodes the rows of the other one. To start
 * one that searches twenty ranges takes the server as long as to read four keys.
 */
const TWO_AT_A_TIME: Sharing = { statements: 2, keys: 64, worth: 4 };
/** Time after which another statement is sent beside a slow one, in milliseconds. */
const PATIENCE_MS = 5;

/**
 * Combines concurrent lookups into statements for many keys: while statements are in flight, further
 * keys are gathered for the next one, and divided if they are worth several. A key is never added to a
 * statement that was sent before, so that each lookup sees the state at its beginning or a later one.
 *
 * If a statement for several keys fails, each is read alone, so that lookups fail by themselves.
 */
export function combineLookups<Key, Found>(
  readMany: ReadMany<Key, Found>,
  { statements, keys, worth }: Sharing = TWO_AT_A_TIME,
): (key: Key) => Promise<Found | undefined> {
  let gathered: Lookup<Key, Found>[] = [];
  let inFlight = 0;
  let isScheduled = false;
  let patience: NodeJS.Timeout | undefined;

  const settle = async (lookups: readonly Lookup<Key, Found>[]): Promise<void> => {
    try {
      const found = await readMany([...new Set(lookups.map(({ key }) => key))]);
      for (const { key, resolve } of lookups) {
        resolve(found.get(key));
      }
    } catch (error) {
      if (lookups.length > 1 && !(error instanceof StoreUnavailableError)) {
        await Promise.all(lookups.map((lookup) => settle([lookup])));
        return;
      }
      for (const { reject } of lookups) {
        reject(error);
      }
    }
  };
  const send = () => {
    isScheduled = false;
    clearTimeout(patience);
    patience = undefined;
    const parts = Math.min(statements - inFlight, Math.floor(gathered.length / worth));
    const share = Math.min(keys, Math.ceil(gathered.length / Math.max(1, parts)));
    const lookups = gathered.slice(0, share);
    gathered = gathered.slice(share);
    inFlight += 1;
    settle(lookups).then(sent, sent);
    schedule();
  };
  const sent = () => {
    inFlight -= 1;
    schedule();
  };
  const schedule = () => {
    if (gathered.length === 0 || isScheduled) {
      return;
    }
    if (inFlight === 0 || (inFlight < statements && gathered.length >= worth)) {
      isScheduled = true;
      // After all callers that are ready to run, of which some look up something as well.
      process.nextTick(send);
    } else {
      patience ??= setTimeout(send, PATIENCE_MS);
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      gathered.push({ key, resolve, reject });
      schedule();
    });
}
