import type { components } from "@chainkit/address-data";
import type { TransactionPosition, TransactionRecord } from "../chain/records.ts";
import { Cacheable } from "../http/caching.ts";
import type { Cursors } from "../http/cursor.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { readCovered } from "./coverage.ts";
import { decodeCall } from "./decode.ts";
import { lifetimeOf, type ServedChain } from "./finality.ts";
import { type PageRequest, pageReader } from "./pages.ts";
import { addressDataTransaction } from "./shown.ts";

type TransactionPage = components["schemas"]["TransactionPage"];
type Transaction = TransactionPage["transactions"][number];
type At = readonly [blockNumber: number, index: number];
type Range = readonly [after: TransactionPosition | undefined, count: number, maxBytes: number];
type Reader = ReturnType<typeof transactionPage>;

export function transactionPage(
  cursors: Cursors,
  scope: readonly string[],
  params: PageRequest,
  read: (chain: ChainReader, ...range: Range) => Promise<readonly TransactionRecord[]>,
) {
  return pageReader<TransactionRecord, At, Transaction>(cursors, scope, params, {
    read: (chain, at, ...size) => read(chain, at && { blockNumber: at[0], index: at[1] }, ...size),
    positionOf: ({ blockNumber, index }) => [blockNumber, index],
    show: (row) => addressDataTransaction(row, decodeCall(row)),
    sizeOf: ({ input, decoded }) => input.length + (decoded ?? "").length,
  });
}

/**
 * Reads a page of a listing that grows at its head. Below a final position nothing changes; above it,
 * the newest transaction identifies all older ones, because its block hash commits to its ancestors. The
 * last page grows when older blocks are added, so that its tag has the number of its transactions.
 */
export function growingPage(
  { after, read }: Reader,
  { chain, readFinal }: ServedChain,
): Cacheable<TransactionPage> {
  return new Cacheable(async () => {
    const kept = after ? lifetimeOf(after[0], await readFinal()) : "recent";
    const { result, coverage } = await readCovered(chain, { of: "transactions" }, read);
    const { rows, items: transactions, cursor } = result;
    const [newest] = rows;
    const place = newest && `${newest.blockNumber}.${newest.index}.${newest.blockHash}`;
    const tag = kept === "final" ? String(after?.join(".")) : (place ?? "");
    const isLast = cursor === null;
    return {
      lifetime: isLast && kept === "final" ? "lastPage" : kept,
      tag: isLast ? `${tag}.last${rows.length}` : tag,
      coverage,
      data: () => ({ cursor, transactions }),
    };
  }, chain.revision);
}

/** Reads a page of the transactions of one block, which change only together with the block hash. */
export function blockPage(
  { read }: Reader,
  { chain, readFinal }: ServedChain,
  blockNumber: number,
): Cacheable<TransactionPage> {
  return new Cacheable(async () => {
    const lifetime = lifetimeOf(blockNumber, await readFinal());
    const { rows, items: transactions, cursor } = await read(chain);
    return { lifetime, tag: rows[0]?.blockHash, data: () => ({ cursor, transactions }) };
  }, chain.revision);
}
