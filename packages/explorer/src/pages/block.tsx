import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { addressData, chainData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Age } from "../components/age.tsx";
import { BlockDetails } from "../components/block-details.tsx";
import { RouteLink } from "../components/links.tsx";
import { Loaded } from "../components/loaded.tsx";
import { More } from "../components/more.tsx";
import { Title } from "../components/title.tsx";
import { Transactions } from "../components/transactions.tsx";
import { groupDigits } from "../format/amount.ts";

/** A block and its transactions. */
export function BlockPage({ chain, number }: { chain: ChainName; number: string }) {
  const query = useQuery(
    chainData.getBlock.queryOptions({ chain_name: chain, block_number: number }),
  );
  return (
    <>
      <Title text={`Block ${/^\d+$/.test(number) ? groupDigits(number) : number}`} />
      <Loaded what="The block" query={query}>
        {({ block }) => (
          <>
            <nav aria-label="Neighbouring blocks">
              {block.number > 0 && (
                <RouteLink route={{ chain, page: "block", number: String(block.number - 1) }}>
                  ← Previous
                </RouteLink>
              )}
              <Age timestamp={block.timestamp} />
              <RouteLink route={{ chain, page: "block", number: String(block.number + 1) }}>
                Next →
              </RouteLink>
            </nav>
            <BlockDetails chain={chain} block={block} />
            <h2>Transactions</h2>
            <BlockTransactions chain={chain} number={block.number} />
          </>
        )}
      </Loaded>
    </>
  );
}

function BlockTransactions({ chain, number }: { chain: ChainName; number: number }) {
  const query = useInfiniteQuery(
    addressData.getBlockTransactions.infiniteQueryOptions({
      chainName: chain,
      blockNumber: number,
      limit: 25,
    }),
  );
  return (
    <Loaded what="The list of transactions" query={query}>
      {(transactions) => (
        <>
          <Transactions chain={chain} label="Transactions" transactions={transactions} />
          <More label="More transactions" query={query} />
        </>
      )}
    </Loaded>
  );
}
