import type { DatabaseSync } from "node:sqlite";
import type { Hex } from "../../chain/records.ts";
import type { ChainReader, LogReading } from "../chain-reader.ts";
import type { AddedReceipts, ReceivedTokens } from "../engine.ts";
import { ADDED } from "../ids.ts";
import { readHex, toBytes, toWord } from "./bytes.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { earlierPairAdder } from "./pairs.ts";

type Row = Readonly<Record<string, unknown>>;

/** Reads how far the logs of wallets have been read. */
export function discoveryReader(
  db: DatabaseSync,
): Immediate<Pick<ChainReader, "logsReadOf" | "listUndiscovered">> {
  const one = db.prepare("SELECT owner, lowest FROM discovered WHERE owner = ?");
  const unfinished = db.prepare(
    "SELECT owner, lowest FROM discovered WHERE lowest > 0 ORDER BY lowest, owner LIMIT ?",
  );
  return {
    logsReadOf: (wallets) => wallets.flatMap((wallet) => one.all(toBytes(wallet))).map(logReading),
    listUndiscovered: (limit) => unfinished.all(limit).map(logReading),
  };
}

function logReading({ owner, lowest }: Row): LogReading {
  return { wallet: readHex(owner), lowest: Number(lowest) };
}

/** @returns Function that adds what wallets received below the first block, in one transaction. */
export function receiptAdder(db: DatabaseSync): (received: ReceivedTokens) => AddedReceipts {
  // A pair of which only a stored block told was there before: a rollback must not remove it.
  const addPair = earlierPairAdder(db);
  const nft = db.prepare(
    "INSERT OR IGNORE INTO nft (collection, token_id, owner) VALUES (?, ?, ?)",
  );
  const note = db.prepare(
    `INSERT INTO discovered VALUES (?, ?)
     ON CONFLICT DO UPDATE SET lowest = min(lowest, excluded.lowest)`,
  );
  return ({ pairs, nfts, wallets, lowest }) =>
    inTransaction(db, () => {
      const added = { pairs: 0, nfts: 0 };
      for (const { owner, token } of pairs) {
        added.pairs += addPair([toBytes(owner), toBytes(token), ADDED]);
      }
      for (const { collection, tokenId, owner } of nfts) {
        const { changes } = nft.run(toBytes(collection), toWord(tokenId), toBytes(owner));
        added.nfts += Number(changes);
      }
      for (const wallet of wallets) {
        note.run(toBytes(wallet), lowest);
      }
      return added;
    });
}

/** @returns Function that has wallets discovered by whoever follows the chain. */
export function walletQueuer(db: DatabaseSync): (wallets: readonly Hex[], first: number) => void {
  const queue = db.prepare("INSERT OR IGNORE INTO discovered VALUES (?, ?)");
  return (wallets, first) =>
    inTransaction(db, () => {
      for (const wallet of wallets) {
        queue.run(toBytes(wallet), first);
      }
    });
}
