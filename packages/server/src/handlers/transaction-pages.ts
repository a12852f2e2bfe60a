import type { components } from "@chainkit/address-data";
import type { TransactionPosition, TransactionRecord } from "../chain/records.ts";
import { Cacheable } from "../http/cacheable.ts";
import type { Cursors } from "../http/cursor.ts";
import type { ChainReader } from "../store/chain-store.ts";
import { decodeCall } from "./decode.ts";
import { lifetimeOf, type ReadFinal } from "./finality.ts";
import { type PageReader, type PageRequest, pageReader } from "./pages.ts";
import { itemsOnce, renderedList } from "./rendered.ts";
import { addressDataTransaction } from "./transaction.ts";

type TransactionPage = components["schemas"]["TransactionPage"];
type At = readonly [blockNumber: number, index: number];
type ReadTransactions = (
  after: TransactionPosition | undefined,
  count: number,
) => Promise<readonly TransactionRecord[]>;

/** Creates the reader of one page of transactions. */
export function transactionPage(
  cursors: Cursors,
  scope: readonly string[],
  params: PageRequest,
  read: ReadTransactions,
): PageReader<TransactionRecord, At> {
  return pageReader<TransactionRecord, At>(
    cursors,
    scope,
    params,
    (after, count) => read(after && { blockNumber: after[0], index: after[1] }, count),
    ({ blockNumber, index }) => [blockNumber, index],
  );
}

/**
 * Reads a page of a listing that grows at its head. Below a final position nothing changes; above it,
 * the newest transaction identifies all older ones, because its block hash commits to its ancestors. The
 * last page grows when older blocks are added, so that its tag has the number of its transactions.
 */
export function growingPage(
  page: PageReader<TransactionRecord, At>,
  readFinal: ReadFinal,
  revision: (() => number) | undefined,
): Cacheable<TransactionPage> {
  const { after } = page;
  const lifetime = async () => (after ? lifetimeOf(after[0], await readFinal()) : "recent");
  const recentTag = (newest: TransactionRecord | undefined) =>
    newest ? `${newest.blockNumber}.${newest.index}.${newest.blockHash}` : "empty";
  return new Cacheable(
    async () => {
      const kept = await lifetime();
      const { rows, cursor } = await page.read();
      const render = () => rendered(rows, cursor);
      const tag = kept === "recent" ? recentTag(rows[0]) : String(after?.join("."));
      return cursor === null
        ? {
            lifetime: kept === "recent" ? kept : "lastPage",
            tag: `${tag}.last${rows.length}`,
            render,
          }
        : { lifetime: kept, tag, render };
    },
    async () => {
      const kept = await lifetime();
      const tag = kept === "recent" ? recentTag(await page.first()) : String(after?.join("."));
      return { lifetime: kept, tag };
    },
    revision,
  );
}

/** Reads a page of the transactions of one block, which change only together with the block hash. */
export function blockPage(
  page: PageReader<TransactionRecord, At>,
  readFinal: ReadFinal,
  blockNumber: number,
  { blockHash, revision }: Pick<ChainReader, "blockHash" | "revision">,
): Cacheable<TransactionPage> {
  return new Cacheable(
    async () => {
      const lifetime = lifetimeOf(blockNumber, await readFinal());
      const { rows, cursor } = await page.read();
      // An empty page has no block hash to use as entity tag.
      const tag = rows[0]?.blockHash ?? "empty";
      return { lifetime, tag, render: () => rendered(rows, cursor) };
    },
    async () => ({
      lifetime: lifetimeOf(blockNumber, await readFinal()),
      tag: await blockHash(blockNumber),
    }),
    revision,
  );
}

const renderRow = itemsOnce((row: TransactionRecord) =>
  addressDataTransaction(row, decodeCall(row)),
);

function rendered(rows: readonly TransactionRecord[], cursor: string | null) {
  return renderedList<TransactionPage, "transactions">("transactions", rows.map(renderRow), {
    cursor,
  });
}
