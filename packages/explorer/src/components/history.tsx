import { useInfiniteQuery } from "@tanstack/react-query";
import { addressData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Card } from "./card.tsx";
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
    <Card title="History" aside={<span className="muted">newest first</span>}>
      <Loaded what="The history" query={query}>
        {(transactions) => (
          <>
            <Transactions
              chain={chain}
              label="History"
              transactions={transactions}
              wallet={address}
            />
            <More label="Older transactions" query={query} endless />
          </>
        )}
      </Loaded>
    </Card>
  );
}
