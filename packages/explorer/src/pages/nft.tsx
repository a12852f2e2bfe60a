import type { ChainData } from "@chainkit/client";
import { useQuery } from "@tanstack/react-query";
import { chainData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Age } from "../components/age.tsx";
import { Attributes } from "../components/attributes.tsx";
import { Card } from "../components/card.tsx";
import { Copy } from "../components/copy.tsx";
import { Details } from "../components/details.tsx";
import { ImageNote, ImageSwitch, NftImage } from "../components/image.tsx";
import { AddressLink, BlockLink, Hex } from "../components/links.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Title } from "../components/title.tsx";
import { shortHex } from "../format/hex.ts";

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
  const nft = query.data?.nft;
  return (
    <>
      <div className="head">
        <Title text={`NFT #${shortHex(token)}`}>
          {nft && <span className="badge type">{nft.standard}</span>}
        </Title>
        {nft?.name && <p className="sentence">{nft.name}</p>}
      </div>
      <Loaded what="The NFT" query={query}>
        {({ nft }) => (
          <div className="nft">
            <div className="frame-art">
              <NftImage
                uri={nft.image_uri}
                name={nft.name ?? `Token ${token}`}
                collection={collection}
                token={token}
              />
              <div className="under">
                <ImageNote uri={nft.image_uri} />
                <ImageSwitch uris={[nft.image_uri]} />
              </div>
            </div>
            <div className="stack">
              {nft.description && <p className="whole">{nft.description}</p>}
              <Attributes attributes={nft.attributes} />
              <Facts chain={chain} collection={collection} token={token} nft={nft} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ chain, collection, token, nft }: NftPageProps & { nft: ChainData.Nft }) {
  const { mint_block_number: minted, mint_block_timestamp: mintedAt, owner_address: owner } = nft;
  return (
    <Card title="Details">
      <Details
        rows={[
          ["Owner", owner && <AddressLink chain={chain} address={owner} whole />],
          ["Collection", <AddressLink key="collection" chain={chain} address={collection} whole />],
          [
            "Token id",
            <span key="token" className="hex">
              <Hex value={token} whole />
              <Copy text={token} what="the token id" />
            </span>,
          ],
          ["Symbol", nft.symbol],
          [
            "Minted",
            typeof minted === "number" && (
              <>
                <BlockLink chain={chain} number={minted} />{" "}
                {mintedAt && (
                  <small>
                    <Age timestamp={mintedAt} exact />
                  </small>
                )}
              </>
            ),
          ],
        ]}
      />
    </Card>
  );
}
