/**
 * Creates the entity tag of a response.
 *
 * @param tag Identifies its content among the responses of the same URL.
 * @param release Part of every entity tag, because a release may render the same record differently.
 */
export function entityTag(tag: string, release: string): string {
  return `"${tag}-${release}"`;
}

/**
 * Whether `If-None-Match` has an entity tag. Compares weakly, as RFC 9110 requires: proxies that compress
 * weaken a tag.
 */
export function isMatch(held: string | undefined, etag: string): boolean {
  if (held === undefined) {
    return false;
  }
  return held
    .split(",")
    .map((each) => each.trim())
    .some((each) => each === "*" || each === etag || each === `W/${etag}`);
}
