import type { DatabaseSync } from "node:sqlite";
import type { BlockName, Hex } from "../../chain/records.ts";
import type { ChainReader } from "../chain-reader.ts";
import { extentColumns, extentOf, OF_NOBODY } from "../extent.ts";
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
  const statementOf = (columns: string) =>
    db.prepare(
      withTables(`SELECT (SELECT min(number) FROM :block) AS oldest, number AS tip, hex(hash) AS hash,
        (SELECT orphaned FROM :head) IS hash AS orphaned, ${columns}
        FROM :block ORDER BY number DESC LIMIT 1`),
    );
  const ofChain = statementOf(OF_NOBODY);
  const ofWallet = statementOf(extentColumns(DIALECT, "?1", "?2"));
  const addressOf = (address: Hex | undefined) => (address ? toBytes(address) : null);
  return {
    extent: (of) =>
      extentOf(of ? ofWallet.get(addressOf(of.owner), addressOf(of.token)) : ofChain.get()),
  };
}
