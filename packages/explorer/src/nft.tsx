import type { AddressData, ChainData } from "@chainkit/client";
import { useState } from "react";
import { chainData, useQueryNow } from "./api.ts";
import { pageFact } from "./chains.ts";
import { shortHex, visible } from "./format.ts";
import { AddressLink, BlockLink, Hex, RouteLink } from "./links.tsx";
import { Placeholder } from "./marks.tsx";
import { Age, Card, Details, Empty, Icon, ShortText, Text, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Loaded } from "./states.tsx";

interface NftPageProps {
  readonly collection: string;
  readonly token: string;
}

/** An NFT with its image and its metadata. */
export function NftPage({ collection, token }: NftPageProps) {
  const chain = useChain();
  const query = useQueryNow(
    chainData.getNft.queryOptions({
      chain_name: chain,
      collection_address: collection,
      token_id: token,
    }),
  );
  const nft = query.data?.nft;
  const name = visible(nft?.name);
  return (
    <>
      <div className="head">
        <Title text={name ?? `NFT #${shortHex(token)}`} of={name && `#${shortHex(token)}`}>
          {name && <span className="badge type">NFT #{shortHex(token)}</span>}
          {visible(nft?.standard) && (
            <ShortText className="badge type" text={nft?.standard ?? ""} max={NAME_LETTERS} />
          )}
        </Title>
      </div>
      <Loaded what="The NFT" query={query} bones={<Bones count={9} of="card" />}>
        {({ nft }) => (
          <div className="nft">
            <div className="frame-art">
              <NftImage
                uri={nft.image_uri}
                name={name ?? `Token ${token}`}
                collection={collection}
                token={token}
              />
              <div className="under">
                <span>{pictureOf(nft.image_uri).note}</span>
                <ImageSwitch uris={[nft.image_uri]} />
              </div>
            </div>
            <div className="stack">
              {nft.description && (
                <p>
                  <Text>{nft.description}</Text>
                </p>
              )}
              <Attributes attributes={nft.attributes} />
              <Facts collection={collection} token={token} nft={nft} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ collection, token, nft }: NftPageProps & { nft: ChainData.Nft }) {
  const { mint_block_number: minted, mint_block_timestamp: mintedAt, owner_address: owner } = nft;
  return (
    <Card title="Details">
      <Details
        rows={[
          ["Owner", owner && <AddressLink address={owner} whole />],
          ["Collection", <AddressLink key="collection" address={collection} whole />],
          [
            "Token id",
            <span key="token" className="hex">
              <Hex value={token} what="the token id" />
            </span>,
          ],
          ["Standard", nft.standard],
          ["Symbol", visible(nft.symbol)],
          [
            "Minted",
            typeof minted === "number" && (
              <>
                <BlockLink number={minted} />{" "}
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
    return [
      String(visible(trait?.toString()) ?? `Attribute ${at + 1}`),
      text(value ?? each),
    ] as const;
  });
  return (
    <Card title="Attributes">
      <Details className="traits" rows={rows} />
    </Card>
  );
}

function text(value: unknown): string {
  return (typeof value === "object" ? JSON.stringify(value) : String(value)) || "(empty)";
}

/** NFTs of a wallet that are fetched at once. */
export const NFTS_PAGE = 12;
/** Letters of a name below a picture; the page of the NFT has all. */
const NAME_LETTERS = 40;

/** The NFTs of a wallet. */
export function Nfts({ nfts }: { nfts: readonly AddressData.Erc721Balance[] }) {
  if (nfts.length === 0) {
    return <Empty>No NFTs.</Empty>;
  }
  return (
    <ul className="nfts">
      {nfts.map(({ address: collection, tokenId: token, metadata }) => {
        // NFTs without a name of their own may have that of their collection.
        const name = visible(metadata?.name) ?? "";
        const label = name.includes(token) ? name : `${name} #${shortHex(token)}`.trim();
        return (
          <li key={`${collection} ${token}`}>
            <RouteLink route={{ page: "nft", collection, token }}>
              <NftImage uri={metadata?.imageUri} name="" {...{ collection, token }} />
              <ShortText text={label} max={NAME_LETTERS} />
            </RouteLink>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Whether this page may load images from other hosts. The browser enforces it: the two pages differ
 * in their Content-Security-Policy alone.
 */
const REMOTE_IMAGES = pageFact("images") !== undefined;
const OTHER_PAGE = REMOTE_IMAGES ? "./" : "images.html";

interface Picture {
  /** Absent: it cannot be loaded. */
  readonly src?: string;
  readonly isRemote?: true;
  readonly note: string;
}

/** Where a picture is loaded from: content networks through the gateways that the service names. */
function pictureOf(uri: string | null | undefined): Picture {
  const text = visible(uri)?.trim() ?? "";
  if (!text) {
    return { note: "No image" };
  }
  if (/^data:image\//i.test(text)) {
    return { src: text, note: "Image from the metadata" };
  }
  const [, network = "", path = ""] = /^(ipfs|ar):\/+(?:ipfs\/+)?(.+)$/is.exec(text) ?? [];
  const gateway = network && pageFact(network.toLowerCase());
  if (network && !gateway?.startsWith("https:")) {
    const reason = gateway
      ? "whose gateway has no https"
      : "for which the service names no gateway";
    return { note: `Not loaded: its image is on ${network.toLowerCase()}://, ${reason}` };
  }
  const src = gateway ? gateway + path.replaceAll("?", "%3F").replaceAll("#", "%23") : text;
  return URL.parse(src)?.protocol === "https:"
    ? {
        src,
        isRemote: true,
        note: REMOTE_IMAGES ? "Image of another host" : "Remote image not loaded",
      }
    : { note: "Not loaded: the address of its image has no https" };
}

interface NftImageProps {
  readonly uri: string | null | undefined;
  readonly name: string;
  readonly collection: string;
  readonly token: string;
}

/** An image of an NFT, if it may be loaded; else a picture made of its collection and token. */
function NftImage({ uri, name, collection, token }: NftImageProps) {
  const [isBroken, setBroken] = useState(false);
  const { src, isRemote } = pictureOf(uri);
  return src && !isBroken && (REMOTE_IMAGES || !isRemote) ? (
    <img
      className="art"
      src={src}
      alt={name}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  ) : (
    <Placeholder collection={collection} token={token} />
  );
}

/** Switches images of other hosts on or off, where there are any. */
export function ImageSwitch({ uris }: { uris: readonly (string | null | undefined)[] }) {
  if (!uris.some((uri) => pictureOf(uri).isRemote)) {
    return null;
  }
  return (
    <a className="button quiet" href={`${OTHER_PAGE}${location.hash}`}>
      <Icon name="shield" />
      {REMOTE_IMAGES ? "Block remote images" : "Load remote images"}
    </a>
  );
}
