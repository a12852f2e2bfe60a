/** Cache of recently used values. */
export interface LruCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * Creates a cache of bounded size that evicts the least recently used value.
 *
 * @param maxBytes Maximum total size of the values in bytes.
 * @param sizeOf Estimates the size of a value in bytes.
 * @param removed Called with each value that is evicted or replaced.
 */
export function lruCache<Key, Value>(
  maxBytes: number,
  sizeOf: (value: Value) => number,
  removed: (value: Value) => unknown = () => {},
): LruCache<Key, Value> {
  // Ordered by last use.
  const values = new Map<Key, Value>();
  let bytes = 0;
  const remove = (key: Key, value: Value) => {
    values.delete(key);
    bytes -= sizeOf(value);
    removed(value);
  };
  // Kept, because a new iterator would skip the places of all evicted values first. Values are appended
  // when they are used, so that those before it are gone.
  const oldest = values.entries();
  return {
    get(key) {
      const value = values.get(key);
      if (value !== undefined) {
        values.delete(key);
        values.set(key, value);
      }
      return value;
    },
    set(key, value) {
      const before = values.get(key);
      if (before !== undefined) {
        remove(key, before);
      }
      values.set(key, value);
      bytes += sizeOf(value);
      while (bytes > maxBytes) {
        const next = oldest.next();
        if (!next.done) {
          remove(...next.value);
        }
      }
    },
  };
}
