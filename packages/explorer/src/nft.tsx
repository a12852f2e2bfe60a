import type { ChainData } from "@chainkit/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { addressData, chainData } from "./api.ts";
import type { ChainName } from "./chains.ts";
import { shortHex } from "./format.ts";
import { Placeholder } from "./marks.tsx";
import {
  AddressLink,
  Age,
  BlockLink,
  Card,
  Copy,
  Details,
  Empty,
  Hex,
  Icon,
  RouteLink,
  Title,
} from "./parts.tsx";
import { Loaded, More } from "./states.tsx";

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

/** The attributes of an NFT; their form is the collection's own. */
function Attributes({ attributes }: { attributes: readonly unknown[] | null | undefined }) {
  if (!attributes?.length) {
    return null;
  }
  const rows = attributes.map((each, at) => {
    const { trait_type: trait, value } = Object(each);
    return [String(trait ?? `Attribute ${at + 1}`), text(value ?? each)] as const;
  });
  return (
    <Card title="Attributes">
      <Details className="traits" rows={rows} />
    </Card>
  );
}

function text(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

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

/**
 * Whether this page may load images from other hosts. The browser enforces it: the two pages differ
 * in their Content-Security-Policy alone.
 */
const REMOTE_IMAGES = document.querySelector('meta[name="chainkit-images"]') !== null;
const OTHER_PAGE = REMOTE_IMAGES ? "./" : "images.html";

interface NftImageProps {
  readonly uri: string | null | undefined;
  readonly name: string;
  readonly collection: string;
  readonly token: string;
}

/** An image of an NFT, if it may be loaded; else a picture made of its collection and token. */
function NftImage({ uri, name, collection, token }: NftImageProps) {
  return uri && isLoaded(uri) ? (
    <img className="art" src={uri} alt={name} loading="lazy" referrerPolicy="no-referrer" />
  ) : (
    <Placeholder collection={collection} token={token} />
  );
}

/** Says where the image of an NFT is from, or why there is none. */
function ImageNote({ uri }: { uri: string | null | undefined }) {
  if (!uri) {
    return <span>No image</span>;
  }
  return <span>{isLoaded(uri) ? "Image from the metadata" : "Remote image not loaded"}</span>;
}

/** Switches images of other hosts on or off, where there are any. */
function ImageSwitch({ uris }: { uris: readonly (string | null | undefined)[] }) {
  if (!uris.some((uri) => uri && !isEmbedded(uri))) {
    return null;
  }
  return (
    <a className="button quiet" href={`${OTHER_PAGE}${location.hash}`}>
      <Icon name="shield" />
      {REMOTE_IMAGES ? "Block remote images" : "Load remote images"}
    </a>
  );
}

function isEmbedded(uri: string): boolean {
  return /^data:image\//i.test(uri);
}

function isLoaded(uri: string): boolean {
  return isEmbedded(uri) || (REMOTE_IMAGES && /^https:/i.test(uri));
}
