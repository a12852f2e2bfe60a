import type { DatabaseSync } from "node:sqlite";
import { type ChainReader, MAX_COUNTED } from "../chain-reader.ts";
import { readHex, toBytes } from "./bytes.ts";
import type { Immediate } from "./handle.ts";

const PENDING = `SELECT 1 FROM dirty AS d WHERE d.owner = ?1 AND (?2 IS NULL OR d.token = ?2)`;
const IS_ASIDE = "EXISTS (SELECT 1 FROM set_aside AS a WHERE a.contract = d.token)";
const count = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT ${MAX_COUNTED}))`;

/** Reads which blocks are stored and which balances are pending, in one statement. */
export function extentReader(db: DatabaseSync): Immediate<Required<Pick<ChainReader, "extent">>> {
  const extent = db.prepare(`SELECT (SELECT min(number) FROM block) AS first,
    EXISTS (SELECT 1 FROM discovered WHERE owner = ?1) AS discovered, newest.number AS latest, newest.hash AS hash,
    ${count(`${PENDING} AND NOT ${IS_ASIDE}`)} AS pending,
    ${count(`${PENDING} AND ${IS_ASIDE}`)} AS unreadable
    FROM (SELECT 1) LEFT JOIN (
      SELECT number, hash FROM block ORDER BY number DESC LIMIT 1
    ) AS newest`);
  return {
    extent(of) {
      const owner = of ? toBytes(of.owner) : null;
      const row = extent.get(owner, of?.token ? toBytes(of.token) : null) ?? {};
      const isEmpty = row.latest === null;
      return {
        blocks: isEmpty ? undefined : { first: Number(row.first), latest: Number(row.latest) },
        state: isEmpty ? "empty" : `${Number(row.first)} ${readHex(row.hash)}`,
        isDiscovered: row.discovered === 1,
        pending: Number(row.pending),
        unreadable: Number(row.unreadable),
      };
    },
  };
}
