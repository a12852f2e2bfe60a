import { useInfiniteQuery } from "@tanstack/react-query";
import { addressData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { shortHex } from "../format/hex.ts";
import { Card, Empty } from "./card.tsx";
import { ImageSwitch, NftImage } from "./image.tsx";
import { RouteLink } from "./links.tsx";
import { Loaded } from "./loaded.tsx";
import { More } from "./more.tsx";

const PAGE = 12;

/** The NFTs of a wallet. */
export function Nfts({ chain, address }: { chain: ChainName; address: string }) {
  const query = useInfiniteQuery(
    addressData.getErc721Balances.infiniteQueryOptions({
      chainName: chain,
      walletAddress: address,
      limit: PAGE,
    }),
  );
  const uris = query.data?.map(({ metadata }) => metadata?.imageUri) ?? [];
  return (
    <Card title="NFTs" aside={<ImageSwitch uris={uris} />}>
      <Loaded what="The list of NFTs" query={query}>
        {(nfts) =>
          nfts.length === 0 ? (
            <Empty>No NFTs.</Empty>
          ) : (
            <>
              <ul className="nfts">
                {nfts.map(({ address: collection, tokenId: token, metadata }) => {
                  // NFTs without a name of their own may have that of their collection.
                  const name = metadata?.name ?? "";
                  const label = name.includes(token) ? name : `${name} #${shortHex(token)}`.trim();
                  return (
                    <li key={`${collection} ${token}`}>
                      <RouteLink route={{ chain, page: "nft", collection, token }}>
                        <NftImage uri={metadata?.imageUri} name="" {...{ collection, token }} />
                        {label}
                      </RouteLink>
                    </li>
                  );
                })}
              </ul>
              <More label="More NFTs" query={query} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
