import type { ChainName } from "../chains.ts";
import { History } from "../components/history.tsx";
import { Nfts } from "../components/nfts.tsx";
import { Title } from "../components/title.tsx";
import { TokenBalances } from "../components/token-balances.tsx";

/** A wallet: its tokens, its NFTs and its history. */
export function AddressPage({ chain, address }: { chain: ChainName; address: string }) {
  return (
    <>
      <Title text="Address" />
      <p>
        <code className="whole">{address}</code>
      </p>
      <h2>Tokens</h2>
      <TokenBalances chain={chain} address={address} />
      <h2>NFTs</h2>
      <Nfts chain={chain} address={address} />
      <h2>History</h2>
      <History chain={chain} address={address} />
    </>
  );
}
