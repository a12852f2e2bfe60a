/**
 * Takes items until they exceed a number of bytes, and at least two, so that a page of which the first item
 * alone exceeds it is not taken for the last one.
 */
export function withinBytes<Item>(
  items: Iterable<Item>,
  maxBytes: number,
  bytesOf: (item: Item) => number,
): Item[] {
  const taken: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    taken.push(item);
    bytes += bytesOf(item);
    if (bytes > maxBytes && taken.length > 1) {
      break;
    }
  }
  return taken;
}
