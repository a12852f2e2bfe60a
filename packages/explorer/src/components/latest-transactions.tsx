import { useQuery } from "@tanstack/react-query";
import { addressData, POLL_MS } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Loaded } from "./loaded.tsx";
import { Transactions } from "./transactions.tsx";

const COUNT = 10;

/** The newest transactions, polled. */
export function LatestTransactions({ chain }: { chain: ChainName }) {
  const query = useQuery({
    ...addressData.getLatestTransactions.queryOptions({ chainName: chain, limit: COUNT }),
    refetchInterval: ({ state }) => (state.status === "error" ? false : POLL_MS),
  });
  return (
    <Loaded what="The list of transactions" query={query}>
      {({ transactions }) => (
        <Transactions chain={chain} label="Newest transactions" transactions={transactions} />
      )}
    </Loaded>
  );
}
