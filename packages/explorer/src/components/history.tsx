import { useInfiniteQuery } from "@tanstack/react-query";
import { addressData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Loaded } from "./loaded.tsx";
import { More } from "./more.tsx";
import { Transactions } from "./transactions.tsx";

const PAGE = 25;

/** All transactions of a wallet, newest first; further pages are fetched as they come into view. */
export function History({ chain, address }: { chain: ChainName; address: string }) {
  const query = useInfiniteQuery(
    addressData.getAddressTransactions.infiniteQueryOptions({
      chainName: chain,
      walletAddress: address,
      limit: PAGE,
    }),
  );
  return (
    <Loaded what="The history" query={query}>
      {(transactions) => (
        <>
          <Transactions chain={chain} label="History" transactions={transactions} />
          <More label="Older transactions" query={query} endless />
        </>
      )}
    </Loaded>
  );
}
