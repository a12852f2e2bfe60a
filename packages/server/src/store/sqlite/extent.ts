import type { DatabaseSync } from "node:sqlite";
import type { BlockName } from "../../chain/records.ts";
import { type ChainReader, MAX_COUNTED, type StoredExtent } from "../chain-reader.ts";
import { EVERY_HOLDER, EVERY_WALLET } from "../rows.ts";
import { readHex, toBytes } from "./bytes.ts";
import type { Immediate } from "./handle.ts";

/** Reads the latest and the first block. */
export function tipReader(db: DatabaseSync) {
  const newest = db.prepare("SELECT number, hash FROM block ORDER BY number DESC LIMIT 1");
  const oldest = db.prepare("SELECT number, hash FROM block ORDER BY number LIMIT 1");
  const nameOf = (row: ReturnType<typeof newest.get>): BlockName | undefined =>
    row && { number: Number(row.number), hash: readHex(row.hash) };
  const tip = () => nameOf(newest.get());
  return {
    tip,
    firstBlock: () => nameOf(oldest.get()),
    /** Whether a block is the latest one; undefined: whether there are no blocks. */
    isTip: (expected: BlockName | undefined): boolean => tip()?.hash === expected?.hash,
  };
}

const [EVERY, HOLDER] = [toBytes(EVERY_WALLET), toBytes(EVERY_HOLDER)];
const PENDING = `SELECT 1 FROM dirty AS d WHERE d.owner = ?1 AND (?2 IS NULL OR d.token = ?2)`;
/** Tokens that are looked up among those whose facts are outdated: more are pending for other reasons. */
const MAX_STALE = 1_000;
/** Balances whose tokens may have other decimals by now. */
const OUTDATED = `SELECT 1 FROM (SELECT address FROM token WHERE stale LIMIT ${MAX_STALE}) AS s
  CROSS JOIN balance AS d WHERE d.owner = ?1 AND d.token = s.address AND (?2 IS NULL OR d.token = ?2)
  AND NOT EXISTS (SELECT 1 FROM dirty AS o WHERE o.owner = d.owner AND o.token = d.token)
  AND NOT EXISTS (SELECT 1 FROM dirty_aside AS o WHERE o.owner = d.owner AND o.token = d.token)`;
/** Pending balances of contracts that are or were set aside, unless a block has touched them since. */
const WAITING = `SELECT 1 FROM dirty_aside AS d WHERE d.owner = ?1 AND (?2 IS NULL OR d.token = ?2)
  AND NOT EXISTS (SELECT 1 FROM dirty AS o WHERE o.owner = d.owner AND o.token = d.token)`;
const NOTHING: StoredExtent = {
  blocks: undefined,
  state: "empty",
  isOrphaned: false,
  isDiscovered: false,
  pending: 0,
  unreadable: 0,
  isUnclear: false,
  hasRanges: false,
};
const IS_ASIDE =
  "EXISTS (SELECT 1 FROM set_aside AS a WHERE a.contract = d.token AND a.attempts > 0)";
const count = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT ${MAX_COUNTED}))`;

const IS_OF = (column: string) => `(?2 IS NULL OR ${column} = ?2)`;
/** Whether there may be tokens that no list has; see `StoredExtent`. */
const IS_UNCLEAR = [
  `SELECT 1 FROM unrecognized WHERE owner = ?1 AND ${IS_OF("contract")}`,
  "SELECT 1 FROM unrecognized WHERE owner IN (zeroblob(20), ?4) AND contract = ?2",
  "SELECT 1 FROM unrecognized WHERE ?1 IS NULL AND contract = ?2",
  `SELECT 1 FROM possible_nft AS p WHERE ?1 IS NULL AND p.collection = ?2 AND NOT EXISTS (
     SELECT 1 FROM token AS t WHERE t.address = p.collection AND t.stale = 0)`,
  `SELECT 1 FROM unrecognized AS h WHERE h.owner = ?4 AND ${IS_OF("h.contract")} AND (
     EXISTS (SELECT 1 FROM nft AS n WHERE n.owner = ?1 AND n.collection = h.contract)
     OR EXISTS (SELECT 1 FROM nft_range AS r WHERE r.owner = ?1 AND r.collection = h.contract))`,
  `SELECT 1 FROM nft AS n WHERE n.asked = 0 AND n.owner = ?1 AND ${IS_OF("n.collection")} AND NOT EXISTS (
     SELECT 1 FROM token AS t WHERE t.address = n.collection AND t.is_erc721 = 1 AND t.stale = 0)`,
  `SELECT 1 FROM nft_range AS r WHERE r.owner = ?1 AND ${IS_OF("r.collection")} AND NOT EXISTS (
     SELECT 1 FROM token AS t WHERE t.address = r.collection AND t.stale = 0)`,
  // Its logs may have told of NFTs.
  ...["dirty", "dirty_aside"].map(
    (
      table,
    ) => `SELECT 1 FROM ${table} AS d WHERE d.owner = ?1 AND ${IS_OF("d.token")} AND NOT EXISTS (
      SELECT 1 FROM token AS t WHERE t.address = d.token AND t.is_erc20 = 1 AND t.stale = 0)`,
  ),
]
  .map((rows) => `EXISTS (${rows})`)
  .join(" OR ");

/** Reads which blocks are stored and which balances are pending, in one statement. */
export function extentReader(db: DatabaseSync): Immediate<Pick<ChainReader, "extent">> {
  const blocks = `(SELECT min(number) FROM block) AS first, number AS latest, hash,
    (SELECT orphaned FROM head) IS hash AS orphaned`;
  const newest = "FROM block ORDER BY number DESC LIMIT 1";
  const ofChain = db.prepare(
    `SELECT ${blocks}, 0 AS discovered, 0 AS pending, 0 AS unreadable, 0 AS unclear, 0 AS ranges ${newest}`,
  );
  const ofWallet = db.prepare(`SELECT ${blocks},
    EXISTS (SELECT 1 FROM discovered WHERE owner IN (?1, ?3) AND lowest = 0) AS discovered,
    ${count(`${PENDING} AND NOT ${IS_ASIDE} UNION ALL ${WAITING} AND NOT ${IS_ASIDE}
      UNION ALL ${OUTDATED}`)} AS pending,
    ${count(`${PENDING} AND ${IS_ASIDE} UNION ALL ${WAITING} AND ${IS_ASIDE}`)} AS unreadable, (${IS_UNCLEAR}) AS unclear,
    EXISTS (SELECT 1 FROM nft_range WHERE owner = ?1) AS ranges ${newest}`);
  return {
    extent(of) {
      const token = of?.token ? toBytes(of.token) : null;
      const owner = of?.owner ? toBytes(of.owner) : null;
      const row = of ? ofWallet.get(owner, token, EVERY, HOLDER) : ofChain.get();
      if (!row) {
        return NOTHING;
      }
      const { first, latest, hash, orphaned, discovered, pending, unreadable, unclear, ranges } =
        row;
      return {
        blocks: { first: Number(first), latest: Number(latest) },
        state: `${first} ${readHex(hash)}`,
        isOrphaned: orphaned === 1,
        isDiscovered: discovered === 1,
        pending: Number(pending),
        unreadable: Number(unreadable),
        isUnclear: unclear === 1,
        hasRanges: ranges === 1,
      };
    },
  };
}
