import type { ChainName } from "../chains.ts";
import { Copy } from "../components/copy.tsx";
import { Coverage } from "../components/coverage.tsx";
import { History } from "../components/history.tsx";
import { Hex } from "../components/links.tsx";
import { Identicon } from "../components/marks.tsx";
import { Nfts } from "../components/nfts.tsx";
import { Title } from "../components/title.tsx";
import { TokenBalances } from "../components/token-balances.tsx";

const PICTURE = 60;

/** A wallet: its tokens, its NFTs and its history. */
export function AddressPage({ chain, address }: { chain: ChainName; address: string }) {
  return (
    <>
      <div className="head who">
        <Identicon address={address} size={PICTURE} />
        <Title text="Address" />
        <p className="sub one">
          <Hex value={address} whole />
          <Copy text={address} what="the address" />
        </p>
        <Coverage chain={chain} address={address} />
      </div>
      <div className="split">
        <TokenBalances chain={chain} address={address} />
        <Nfts chain={chain} address={address} />
      </div>
      <History chain={chain} address={address} />
    </>
  );
}
