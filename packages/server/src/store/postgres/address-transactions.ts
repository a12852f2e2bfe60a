import type { Hex } from "../../chain/records.ts";
import type { ChainReader } from "../chain-reader.ts";
import type { Queryable, Row } from "./connection.ts";
import { combineLookups } from "./lookups.ts";
import { PARTICIPANTS } from "./ranges.ts";
import type { Sql } from "./statements.ts";
import { idOf, ROW, transactionOf } from "./transaction-rows.ts";
import { bytes } from "./values.ts";

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
export function addressReader(
  db: Queryable,
  sql: Sql,
): Pick<ChainReader, "listAddressTransactions"> {
  const ofColumn = (column: string) => `(SELECT * FROM :tx
    WHERE ${column} = page.address AND id < page.below ORDER BY id DESC LIMIT page.size)`;
  // Each part reads only as much of its index as fits on the page. The limit of the block keeps it from
  // being joined as a whole table: the number of rows is unknown when the statement is planned.
  const ofAddresses = sql`SELECT page.at, ${ROW} FROM ${PAGES} CROSS JOIN LATERAL (
      SELECT DISTINCT ON (id) * FROM (${PARTICIPANTS.map(ofColumn).join(" UNION ALL ")}) AS u
      ORDER BY id DESC LIMIT page.size
    ) AS tx CROSS JOIN LATERAL (
      SELECT hash, time FROM :block WHERE number = tx.id >> 20 LIMIT 1
    ) AS block ORDER BY page.at, tx.id DESC`;

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
