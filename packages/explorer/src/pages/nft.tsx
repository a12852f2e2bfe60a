import { useQuery } from "@tanstack/react-query";
import { chainData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Attributes } from "../components/attributes.tsx";
import { Details } from "../components/details.tsx";
import { ImageSwitch, NftImage } from "../components/image.tsx";
import { AddressLink, RouteLink } from "../components/links.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Title } from "../components/title.tsx";
import { groupDigits } from "../format/amount.ts";

interface NftPageProps {
  readonly chain: ChainName;
  readonly collection: string;
  readonly token: string;
}

/** An NFT with its image and its metadata. */
export function NftPage({ chain, collection, token }: NftPageProps) {
  const query = useQuery(
    chainData.getNft.queryOptions({
      chain_name: chain,
      collection_address: collection,
      token_id: token,
    }),
  );
  return (
    <>
      <Title text={`NFT #${token}`} />
      <Loaded what="The NFT" query={query}>
        {({ nft }) => {
          const { mint_block_number: minted, owner_address: owner } = nft;
          return (
            <>
              <div className="nft">
                <NftImage uri={nft.image_uri} name={nft.name ?? `Token ${token}`} />
                <ImageSwitch />
              </div>
              <Details
                rows={[
                  ["Name", nft.name],
                  ["Description", nft.description],
                  ["Standard", nft.standard],
                  ["Symbol", nft.symbol],
                  ["Collection", <AddressLink key="at" chain={chain} address={collection} whole />],
                  ["Owner", owner && <AddressLink key="of" chain={chain} address={owner} whole />],
                  [
                    "Minted in block",
                    typeof minted === "number" && (
                      <RouteLink
                        key="minted"
                        route={{ chain, page: "block", number: String(minted) }}
                      >
                        {groupDigits(minted)}
                      </RouteLink>
                    ),
                  ],
                ]}
              />
              <Attributes attributes={nft.attributes} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
