import { keepPreviousData, usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { chainData, POLL_MS } from "../api.ts";
import { CHAINS, type ChainName, SERVED } from "../chains.ts";
import { LatestBlocks } from "../components/latest-blocks.tsx";
import { LatestTransactions, latestTransactions } from "../components/latest-transactions.tsx";
import { RouteLink } from "../components/links.tsx";
import { Live } from "../components/live.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Title } from "../components/title.tsx";
import { useBlocks } from "../use-blocks.ts";

/** The newest blocks and transactions, as they come. */
export function Home({ chain }: { chain: ChainName }) {
  const query = useQuery({
    ...chainData.getBlock.queryOptions({ chain_name: chain, block_number: "latest" }),
    // After a failure, its message states when to retry.
    refetchInterval: ({ state }) => (state.status === "error" ? false : POLL_MS),
    placeholderData: keepPreviousData,
  });
  // At once, rather than when the newest block is shown.
  usePrefetchQuery(latestTransactions(chain));
  return (
    <>
      <div className="title">
        <Title text={CHAINS[chain].label} />
        {SERVED.length > 1 && <Chains chain={chain} />}
      </div>
      <Loaded what="The newest block" query={query}>
        {({ block }) => <Newest chain={chain} newest={block.number} />}
      </Loaded>
    </>
  );
}

function Chains({ chain }: { chain: ChainName }) {
  return (
    <nav className="chains" aria-label="Chains">
      {SERVED.map((each) => (
        <RouteLink key={each} route={{ chain: each, page: "home" }} isCurrent={each === chain}>
          {CHAINS[each].label}
        </RouteLink>
      ))}
    </nav>
  );
}

function Newest({ chain, newest }: { chain: ChainName; newest: number }) {
  const blocks = useBlocks(chain, newest);
  return (
    <>
      <Live chain={chain} newest={newest} blocks={blocks.loaded} />
      <div className="feeds">
        <LatestBlocks chain={chain} newest={newest} blocks={blocks} />
        <LatestTransactions chain={chain} />
      </div>
    </>
  );
}
