import type { components } from "@chainkit/address-data";
import type { Hex, TransactionPosition, TransactionRecord } from "../chain/records.ts";
import { Cacheable, type Lifetime, type Version } from "../http/cacheable.ts";
import type { Cursors } from "../http/cursor.ts";
import type { ChainReader, TransactionOutline } from "../store/chain-reader.ts";
import { readCovered } from "./coverage.ts";
import { decodeCall } from "./decode.ts";
import { lifetimeOf, type ReadFinal } from "./finality.ts";
import { type PageReader, type PageRequest, pageReader } from "./pages.ts";
import { itemsOnce, type RenderedItem, renderedList } from "./rendered.ts";
import { addressDataTransaction } from "./transaction.ts";

type TransactionPage = components["schemas"]["TransactionPage"];
type Transaction = TransactionPage["transactions"][number];
type At = readonly [blockNumber: number, index: number];
type ReadTransactions = (
  after: TransactionPosition | undefined,
  count: number,
  maxBytes: number,
) => Promise<readonly TransactionRecord[]>;
type Reader = PageReader<TransactionRecord, At, Transaction>;

const renderRow = itemsOnce(
  (row: TransactionRecord): Transaction => addressDataTransaction(row, decodeCall(row)),
);

/** Creates the reader of one page of transactions. */
export function transactionPage(
  cursors: Cursors,
  scope: readonly string[],
  params: PageRequest,
  read: ReadTransactions,
): Reader {
  return pageReader<TransactionRecord, At, Transaction>(
    cursors,
    scope,
    params,
    (after, count, maxBytes) => read(positionOf(after), count, maxBytes),
    ({ blockNumber, index }) => [blockNumber, index],
    renderRow,
  );
}

function positionOf(at: At | undefined): TransactionPosition | undefined {
  return at && { blockNumber: at[0], index: at[1] };
}

/**
 * Reads a page of a listing that grows at its head. Below a final position nothing changes; above it,
 * the newest transaction identifies all older ones, because its block hash commits to its ancestors. The
 * last page grows when older blocks are added, so that its tag has the number of its transactions.
 *
 * @param address Undefined for the listing of the whole chain.
 */
export function growingPage(
  page: Reader,
  readFinal: ReadFinal,
  chain: Pick<ChainReader, "outlineTransactions" | "extent" | "revision">,
  address?: Hex,
): Cacheable<TransactionPage> {
  const { after, limit } = page;
  const covered = <Result>(read: () => Promise<Result>) =>
    readCovered(chain, { of: "transactions" }, read);
  const lifetime = async () => (after ? lifetimeOf(after[0], await readFinal()) : "recent");
  const position = String(after?.join("."));
  const versionOf = (kept: Lifetime, { count, newest }: TransactionOutline): Version => {
    const recent = newest ? `${newest.blockNumber}.${newest.index}.${newest.blockHash}` : "empty";
    const tag = kept === "recent" ? recent : position;
    return count > limit
      ? { lifetime: kept, tag }
      : { lifetime: kept === "recent" ? kept : "lastPage", tag: `${tag}.last${count}` };
  };
  return new Cacheable(
    async () => {
      const kept = await lifetime();
      const { result, coverage } = await covered(() => page.read());
      const { rows, items, cursor } = result;
      const count = cursor === null ? rows.length : limit + 1;
      return {
        ...versionOf(kept, { count, newest: rows[0] }),
        coverage,
        render: () => rendered(items, cursor),
      };
    },
    async (isHeld) => {
      const kept = await lifetime();
      const { result, coverage } = await covered(async () =>
        // A final page that is not the last one is known by its position.
        kept === "final" && isHeld(position)
          ? { lifetime: kept, tag: position }
          : versionOf(kept, await chain.outlineTransactions(address, positionOf(after), limit + 1)),
      );
      return { ...result, coverage };
    },
    chain.revision,
  );
}

/** Reads a page of the transactions of one block, which change only together with the block hash. */
export function blockPage(
  page: Reader,
  readFinal: ReadFinal,
  blockNumber: number,
  { blockHash, revision }: Pick<ChainReader, "blockHash" | "revision">,
): Cacheable<TransactionPage> {
  return new Cacheable(
    async () => {
      const lifetime = lifetimeOf(blockNumber, await readFinal());
      const { rows, items, cursor } = await page.read();
      // An empty page has no block hash to use as entity tag.
      const tag = rows[0]?.blockHash ?? "empty";
      return { lifetime, tag, render: () => rendered(items, cursor) };
    },
    async () => ({
      lifetime: lifetimeOf(blockNumber, await readFinal()),
      tag: await blockHash(blockNumber),
    }),
    revision,
  );
}

function rendered(items: readonly RenderedItem<Transaction>[], cursor: string | null) {
  return renderedList<TransactionPage, "transactions">("transactions", items, { cursor });
}
