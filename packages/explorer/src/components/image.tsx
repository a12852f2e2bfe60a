import { Icon } from "./icon.tsx";
import { Placeholder } from "./marks.tsx";

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
export function NftImage({ uri, name, collection, token }: NftImageProps) {
  return uri && isLoaded(uri) ? (
    <img className="art" src={uri} alt={name} loading="lazy" referrerPolicy="no-referrer" />
  ) : (
    <Placeholder collection={collection} token={token} />
  );
}

/** Says where the image of an NFT is from, or why there is none. */
export function ImageNote({ uri }: { uri: string | null | undefined }) {
  if (!uri) {
    return <span>No image</span>;
  }
  return <span>{isLoaded(uri) ? "Image from the metadata" : "Remote image not loaded"}</span>;
}

/** Switches images of other hosts on or off, where there are any. */
export function ImageSwitch({ uris }: { uris: readonly (string | null | undefined)[] }) {
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
