/**
 * The Content-Security-Policy of a page: everything comes from its own origin, and nothing is inline.
 *
 * @param images Sources of images.
 */
export function contentPolicy(images: string): string {
  const sources = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": images,
    "font-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
  };
  return Object.entries(sources)
    .map(([directive, source]) => `${directive} ${source}`)
    .join("; ");
}
