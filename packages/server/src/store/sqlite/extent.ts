import type { DatabaseSync } from "node:sqlite";
import type { BlockName } from "../../chain/records.ts";
import type { ChainReader, PairScope } from "../chain-reader.ts";
import { extentOf, extentOfContract, extentOfWallet } from "../extent.ts";
import { readHex, toBytes } from "./bytes.ts";
import type { Immediate } from "./handle.ts";
import { DIALECT, withTables } from "./steps.ts";

/** Reads the tip. */
export function tipReader(db: DatabaseSync) {
  const statement = db.prepare("SELECT number, hash FROM block ORDER BY number DESC LIMIT 1");
  const tip = (): BlockName | undefined => {
    const row = statement.get();
    return row && { number: Number(row.number), hash: readHex(row.hash) };
  };
  return {
    tip,
    /** Whether a block is the tip; undefined: whether there are no blocks. */
    isTip: (expected: BlockName | undefined): boolean => tip()?.hash === expected?.hash,
  };
}

/** Reads which blocks are stored and which balances are pending, in one statement. */
export function extentReader(db: DatabaseSync): Immediate<Pick<ChainReader, "extent">> {
  const statementOf = (of?: string) => {
    const [columns, source] = of ? [", w.*", `, (${of}) AS w`] : ["", ""];
    return db.prepare(
      withTables(`SELECT (SELECT min(number) FROM :block) AS oldest, number AS tip, hex(hash) AS hash,
        (SELECT orphaned FROM :head) IS hash AS orphaned${columns}
        FROM (SELECT number, hash FROM :block ORDER BY number DESC LIMIT 1)${source}`),
    );
  };
  const ofChain = statementOf();
  const ofWallet = statementOf(extentOfWallet(DIALECT, "?1", "?2"));
  const ofContract = statementOf(extentOfContract(DIALECT, "?1"));
  const read = ({ owner, token }: PairScope = {}) => {
    if (owner) {
      return ofWallet.get(toBytes(owner), token ? toBytes(token) : null);
    }
    return token ? ofContract.get(toBytes(token)) : ofChain.get();
  };
  return { extent: (of) => extentOf(read(of)) };
}
