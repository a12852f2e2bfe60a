import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { chainData, POLL_MS } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { groupDigits } from "../format/amount.ts";
import { Age } from "./age.tsx";
import { Hex, RouteLink } from "./links.tsx";
import { Loaded } from "./loaded.tsx";

const COUNT = 8;

/** The newest blocks. Only the newest is polled; those beneath it are fetched once. */
export function LatestBlocks({ chain }: { chain: ChainName }) {
  const query = useQuery({
    ...chainData.getBlock.queryOptions({ chain_name: chain, block_number: "latest" }),
    // After a failure, its message states when to retry.
    refetchInterval: ({ state }) => (state.status === "error" ? false : POLL_MS),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded what="The newest block" query={query}>
      {({ block }) => <Blocks chain={chain} newest={block.number} />}
    </Loaded>
  );
}

function Blocks({ chain, newest }: { chain: ChainName; newest: number }) {
  const numbers = Array.from({ length: Math.min(COUNT, newest + 1) }, (_, at) => newest - at);
  const blocks = useQueries({
    queries: numbers.map((number) =>
      chainData.getBlock.queryOptions({ chain_name: chain, block_number: String(number) }),
    ),
  });
  return (
    <ol className="blocks" aria-label="Newest blocks">
      {numbers.map((number, at) => {
        const block = blocks[at]?.data?.block;
        return (
          <li key={number}>
            <RouteLink route={{ chain, page: "block", number: String(number) }}>
              {groupDigits(number)}
            </RouteLink>
            {block && (
              <>
                <Hex value={block.hash} />
                <span>{transactions(block.transaction_count)}</span>
                <Age timestamp={block.timestamp} />
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function transactions(count: number): string {
  return `${groupDigits(count)} transaction${count === 1 ? "" : "s"}`;
}
