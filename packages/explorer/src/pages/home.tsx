import type { ChainName } from "../chains.ts";
import { LatestBlocks } from "../components/latest-blocks.tsx";
import { LatestTransactions } from "../components/latest-transactions.tsx";
import { Title } from "../components/title.tsx";

/** The newest blocks and transactions, as they come. */
export function Home({ chain }: { chain: ChainName }) {
  return (
    <>
      <Title text="Newest blocks" />
      <LatestBlocks key={chain} chain={chain} />
      <h2>Newest transactions</h2>
      <LatestTransactions chain={chain} />
    </>
  );
}
