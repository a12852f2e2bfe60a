import type { AddressData, ChainData } from "@chainkit/client";
import { useState } from "react";
import { chainData, useQueryNow } from "./api.ts";
import { pageFact } from "./chains.ts";
import { shortHex, visible } from "./format.ts";
import { AddressLink, BlockLink, Hex, RouteLink } from "./links.tsx";
import { Placeholder } from "./marks.tsx";
import { Age, Fact, Facts, Icon, ShortText, Text, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Loaded } from "./states.tsx";

interface NftProps {
  /** Address of its collection. */
  readonly id: string;
  readonly token: string;
}

export function NftPage({ id, token }: NftProps) {
  const params = { chain_name: useChain(), collection_address: id, token_id: token };
  const query = useQueryNow(chainData.getNft.queryOptions(params));
  const nft = query.data?.nft;
  const name = visible(nft?.name);
  const number = `#${shortHex(token)}`;
  return (
    <>
      <div className="head">
        <Title text={name ?? `NFT ${number}`} of={name && number}>
          {name && <span className="badge type">NFT {number}</span>}
          {visible(nft?.standard) && (
            <ShortText className="badge type" text={nft?.standard ?? ""} max={NAME_LETTERS} />
          )}
        </Title>
      </div>
      <Loaded what="The NFT" query={query} bones={<Bones count={9} of="card" />}>
        {({ nft }) => (
          <div className="nft">
            <div className="frame-art">
              <NftImage uri={nft.image_uri} name={name ?? `Token ${token}`} id={id} token={token} />
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
              <Details id={id} token={token} nft={nft} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Details({ id, token, nft }: NftProps & { nft: ChainData.Nft }) {
  const { mint_block_number: minted, mint_block_timestamp: mintedAt, owner_address: owner } = nft;
  return (
    <Facts title="Details">
      <Fact name="Owner">{owner && <AddressLink address={owner} whole />}</Fact>
      <Fact name="Collection">
        <AddressLink address={id} whole />
      </Fact>
      <Fact name="Token id">
        <span className="hex">
          <Hex value={token} what="the token id" />
        </span>
      </Fact>
      <Fact name="Standard">{visible(nft.standard)}</Fact>
      <Fact name="Symbol">{visible(nft.symbol)}</Fact>
      <Fact name="Minted">
        {typeof minted === "number" && (
          <>
            <BlockLink number={minted} />{" "}
            <small>{mintedAt && <Age timestamp={mintedAt} exact />}</small>
          </>
        )}
      </Fact>
    </Facts>
  );
}

/** The attributes of an NFT; their form is the collection's own. */
function Attributes({ attributes }: { attributes: readonly unknown[] | null | undefined }) {
  return attributes?.length ? (
    <Facts title="Attributes" className="traits">
      {attributes.map((each, at) => {
        const { trait_type: trait, value } = Object(each);
        return (
          // Several may have the same name.
          <Fact key={at} name={visible(trait?.toString()) ?? `Attribute ${at + 1}`}>
            {text(value ?? each)}
          </Fact>
        );
      })}
    </Facts>
  ) : null;
}

function text(value: unknown): string {
  return (typeof value === "object" ? JSON.stringify(value) : String(value)) || "(empty)";
}

/** NFTs of a wallet that are fetched at once. */
export const NFTS_PAGE = 12;
/** Letters of a name below a picture; the page of the NFT has all. */
const NAME_LETTERS = 40;

export function Nfts({ nfts }: { nfts: readonly AddressData.Erc721Balance[] }) {
  return (
    <ul className="nfts">
      {nfts.map(({ address: id, tokenId: token, metadata }) => {
        // NFTs without a name of their own may have that of their collection.
        const name = visible(metadata?.name) ?? "";
        const label = name.includes(token) ? name : `${name} #${shortHex(token)}`.trim();
        return (
          <li key={`${id} ${token}`}>
            <RouteLink route={{ page: "nft", id, token }}>
              <NftImage uri={metadata?.imageUri} name="" id={id} token={token} />
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

type Uri = string | null | undefined;

/**
 * Where a picture is loaded from: content networks through the gateways that the service names.
 *
 * @returns Without `src`, it cannot be loaded; `note` says why.
 */
function pictureOf(uri: Uri): {
  readonly src?: string;
  readonly isRemote?: boolean;
  readonly note: string;
} {
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
    const reason = "for which the service names no gateway with https";
    return { note: `Not loaded: its image is on ${network.toLowerCase()}://, ${reason}` };
  }
  const src = gateway ? gateway + path.replaceAll("?", "%3F").replaceAll("#", "%23") : text;
  if (URL.parse(src)?.protocol !== "https:") {
    return { note: "Not loaded: the address of its image has no https" };
  }
  const note = REMOTE_IMAGES ? "Image of another host" : "Remote image not loaded";
  return { src, isRemote: true, note };
}

/** An image of an NFT, if it may be loaded; else a picture made of its collection and token. */
function NftImage({ uri, name, id, token }: NftProps & { uri: Uri; name: string }) {
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
    <Placeholder collection={id} token={token} />
  );
}

/** Switches images of other hosts on or off, where there are any. */
export function ImageSwitch({ uris }: { uris: readonly Uri[] }) {
  if (!uris.some((uri) => pictureOf(uri).isRemote)) {
    return null;
  }
  return (
    <a className="button quiet" href={`${REMOTE_IMAGES ? "./" : "images.html"}${location.hash}`}>
      <Icon name="shield" />
      {REMOTE_IMAGES ? "Block remote images" : "Load remote images"}
    </a>
  );
}
