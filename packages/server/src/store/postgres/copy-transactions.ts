import type { Hex } from "../../chain/records.ts";
import type { CopyColumn, CopyRow } from "../chain-copy.ts";
import { packTransaction, packWithoutAddresses, unpackFields } from "../pack.ts";
import { bytes } from "./values.ts";

/** Columns of a transaction, of which copies have the addresses in the body. */
export const TX_COLUMNS = {
  ...{ id: "int8", hash: "bytes", sender: "bytes", recipient: "bytes", created: "bytes" },
  ...{ input: "bytes", body: "text" },
} as const satisfies Readonly<Record<string, CopyColumn>>;

/** Counts the addresses of each transaction once. */
export const COUNT_ADDRESSES = `SELECT count(*)
    + count(*) FILTER (WHERE recipient <> sender)
    + count(*) FILTER (WHERE created <> sender AND created IS DISTINCT FROM recipient) AS n
  FROM :tx`;

/** Converts a copied row of a transaction into its columns. */
export function splitAddresses([id = null, hash = null, input = null, body]: CopyRow): CopyRow {
  const fields = unpackFields(String(body));
  const { from, to, contractAddress } = fields;
  const addresses = [bytes(from), to && bytes(to), contractAddress && bytes(contractAddress)];
  return [id, hash, ...addresses, input, packWithoutAddresses(fields)];
}

/** Converts the columns of a transaction into the row that is copied; bytes are `Hex`. */
export function joinAddresses(row: CopyRow): CopyRow {
  const [id = null, hash = null, sender, recipient, created, input = null, body] = row;
  const fields = unpackFields(String(body), {
    from: sender as Hex,
    to: recipient as Hex | null,
    contractAddress: created as Hex | null,
  });
  return [id, hash, input, packTransaction(fields)];
}
