/** Wallet whose transactions are listed. */
export const walletAddress = "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b";

/** Its path, for clients that are not generated. */
export const listingPath = `/ethereum/v1/address/${walletAddress}/transactions`;

/** Goes through a listing by hand, for peers that have no paging of their own. */
export async function countByHand(page) {
  let items = 0;
  for (let cursor; ; ) {
    const { transactions, cursor: next } = await page(cursor);
    for (const _ of transactions) {
      items++;
    }
    if (next === null) {
      return items;
    }
    cursor = next;
  }
}

/** Counts what an iterable of items gives. */
export async function countItems(listing) {
  let items = 0;
  for await (const _ of listing) {
    items++;
  }
  return items;
}
