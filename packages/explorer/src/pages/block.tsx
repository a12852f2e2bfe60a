import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { addressData, chainData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Age } from "../components/age.tsx";
import { BlockDetails } from "../components/block-details.tsx";
import { Card } from "../components/card.tsx";
import { Icon } from "../components/icon.tsx";
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
  const found = query.data?.block;
  return (
    <>
      <div className="title">
        <div className="head">
          <Title text={`Block ${/^\d+$/.test(number) ? groupDigits(number) : number}`} />
          {found && (
            <p className="sub">
              <Age timestamp={found.timestamp} exact />
            </p>
          )}
        </div>
        {found && <Neighbours chain={chain} number={found.number} />}
      </div>
      <Loaded
        what="The block"
        query={query}
        elsewhere={(other) => ({ chain: other, page: "block", number })}
      >
        {({ block }) => (
          <>
            <BlockDetails chain={chain} block={block} />
            <Card title="Transactions">
              <BlockTransactions chain={chain} number={block.number} />
            </Card>
          </>
        )}
      </Loaded>
    </>
  );
}

function Neighbours({ chain, number }: { chain: ChainName; number: number }) {
  return (
    <nav className="row" aria-label="Neighbouring blocks">
      {number > 0 && (
        <RouteLink className="button" route={{ chain, page: "block", number: String(number - 1) }}>
          <Icon name="chevron" className="back" />
          Previous
        </RouteLink>
      )}
      <RouteLink className="button" route={{ chain, page: "block", number: String(number + 1) }}>
        Next
        <Icon name="chevron" />
      </RouteLink>
    </nav>
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
