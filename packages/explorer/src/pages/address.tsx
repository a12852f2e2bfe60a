import type { ChainName } from "../chains.ts";
import { Copy } from "../components/copy.tsx";
import { History } from "../components/history.tsx";
import { Icon } from "../components/icon.tsx";
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
        <p className="coverage">
          <Icon name="info" />
          <span>
            Shows what this service has indexed. Earlier transactions, and tokens that have not
            moved since its first block, are not listed.
          </span>
        </p>
      </div>
      <div className="split">
        <TokenBalances chain={chain} address={address} />
        <Nfts chain={chain} address={address} />
      </div>
      <History chain={chain} address={address} />
    </>
  );
}
