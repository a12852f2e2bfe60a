import type { DatabaseSync } from "node:sqlite";
import { type ChainWriter, type ContractResults, contractsOf } from "../chain-writer.ts";
import { LOST } from "../ids.ts";
import { toBytes, toWord } from "./bytes.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { isNotAside } from "./set-aside.ts";
import { tipReader } from "./tip.ts";

/** Stores results of contract calls at the latest block. */
export function settler(
  db: DatabaseSync,
): Pick<Immediate<ChainWriter>, "settle" | "unknownTokens"> {
  const { isTip } = tipReader(db);
  const pending = db.prepare(
    `SELECT EXISTS (SELECT 1 FROM dirty WHERE ${isNotAside("token")})
       OR EXISTS (SELECT 1 FROM nft WHERE asked = 0 AND ${isNotAside("collection")}) AS more`,
  );
  const hasToken = db.prepare("SELECT 1 FROM token WHERE address = ? AND stale = 0");
  const keep = [writeTokens(db), writeBalances(db), writeNfts(db), endSetAside(db)];
  return {
    settle: (at, results) =>
      inTransaction(db, () => {
        const isWritten = isTip(at);
        if (isWritten) {
          for (const part of keep) {
            part(results);
          }
        }
        return { isWritten, more: pending.get()?.more === 1 };
      }),
    unknownTokens: (addresses) =>
      addresses.filter((address) => hasToken.get(toBytes(address)) === undefined),
  };
}

type Write = (results: ContractResults) => void;

function writeTokens(db: DatabaseSync): Write {
  const set = db.prepare(
    `INSERT OR REPLACE INTO token (address, name, symbol, decimals, is_erc20, is_erc721, stale)
     VALUES (?, ?, ?, ?, ?, ?, 0)`,
  );
  return ({ tokens }) => {
    for (const { address, name, symbol, decimals, isErc20, isErc721 } of tokens) {
      const kinds = [Number(isErc20), Number(isErc721)] as const;
      set.run(toBytes(address), name, symbol, decimals, ...kinds);
    }
  };
}

function writeBalances(db: DatabaseSync): Write {
  const settle = db.prepare(
    `INSERT INTO balance (owner, token, raw, since)
     SELECT owner, token, ?, since FROM dirty WHERE owner = ? AND token = ?
     ON CONFLICT DO UPDATE SET raw = excluded.raw, since = min(since, excluded.since)`,
  );
  const forget = db.prepare(
    `DELETE FROM balance WHERE owner = ? AND token = ? AND since = ${LOST}`,
  );
  const clean = db.prepare("DELETE FROM dirty WHERE owner = ? AND token = ?");
  const correct = db.prepare(
    "UPDATE balance SET raw = ?1 WHERE owner = ?2 AND token = ?3 AND raw <> ?1",
  );
  return ({ balances }) => {
    for (const { owner, token, raw } of balances) {
      const key = [toBytes(owner), toBytes(token)] as const;
      const isDirty = settle.run(toWord(raw), ...key).changes > 0;
      if (isDirty) {
        forget.run(...key);
        clean.run(...key);
      } else {
        correct.run(toWord(raw), ...key);
      }
    }
  };
}

function writeNfts(db: DatabaseSync): Write {
  const set = db.prepare(
    "UPDATE nft SET uri = ?, metadata = ?, asked = 1 WHERE collection = ? AND token_id = ?",
  );
  const enqueue = db.prepare(
    `INSERT INTO metadata_due VALUES (?, ?, 0, 0) ON CONFLICT DO UPDATE SET attempts = 0, due = 0`,
  );
  const dequeue = db.prepare("DELETE FROM metadata_due WHERE collection = ? AND token_id = ?");
  return ({ nfts }) => {
    for (const { collection, tokenId, uri, metadata, isDue } of nfts) {
      const key = [toBytes(collection), toWord(tokenId)] as const;
      set.run(uri, metadata, ...key);
      (isDue ? enqueue : dequeue).run(...key);
    }
  };
}

/** The contracts have been processed. */
function endSetAside(db: DatabaseSync): Write {
  const isAny = db.prepare("SELECT 1 FROM set_aside LIMIT 1");
  const end = db.prepare("DELETE FROM set_aside WHERE contract = ?");
  return (results) => {
    if (isAny.get()) {
      for (const contract of contractsOf(results)) {
        end.run(toBytes(contract));
      }
    }
  };
}
