/**
 * Whether this page may load images from other hosts. The browser enforces it: the two pages differ
 * in their Content-Security-Policy alone.
 */
const REMOTE_IMAGES = document.querySelector('meta[name="chainkit-images"]') !== null;
const OTHER_PAGE = REMOTE_IMAGES ? "./" : "images.html";

/** An image of an NFT, if it may be loaded. */
export function NftImage({ uri, name }: { uri: string | null | undefined; name: string }) {
  if (!uri) {
    return <p className="no-image">No image</p>;
  }
  const isShown = /^data:image\//i.test(uri) || (REMOTE_IMAGES && /^https:/i.test(uri));
  return isShown ? (
    <img src={uri} alt={name} loading="lazy" referrerPolicy="no-referrer" />
  ) : (
    <p className="no-image">Remote image not loaded</p>
  );
}

/** Switches images of other hosts on or off. */
export function ImageSwitch() {
  return (
    <a href={`${OTHER_PAGE}${location.hash}`}>
      {REMOTE_IMAGES ? "Block remote images" : "Load remote images"}
    </a>
  );
}
