/** Cache of recently used values. */
export interface LruCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

interface Entry<Key, Value> {
  readonly key: Key;
  readonly value: Value;
  readonly bytes: number;
  /** Neighbours in the order of last use. */
  older: Entry<Key, Value> | undefined;
  newer: Entry<Key, Value> | undefined;
}

/**
 * Creates a cache of bounded size that evicts the least recently used value.
 *
 * The order is a linked list. That of a Map would need either an iterator that is kept, which in V8
 * holds the tables of the Map that have been replaced since, with all of their values, or a new one for
 * each eviction, which skips the places of all evicted values first.
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
  const entries = new Map<Key, Entry<Key, Value>>();
  let oldest: Entry<Key, Value> | undefined;
  let newest: Entry<Key, Value> | undefined;
  let bytes = 0;
  const append = (entry: Entry<Key, Value>) => {
    entry.older = newest;
    entry.newer = undefined;
    if (newest) {
      newest.newer = entry;
    } else {
      oldest = entry;
    }
    newest = entry;
  };
  const unlink = ({ older, newer }: Entry<Key, Value>) => {
    if (older) {
      older.newer = newer;
    } else {
      oldest = newer;
    }
    if (newer) {
      newer.older = older;
    } else {
      newest = older;
    }
  };
  const remove = (entry: Entry<Key, Value>) => {
    entries.delete(entry.key);
    unlink(entry);
    bytes -= entry.bytes;
    removed(entry.value);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry && entry !== newest) {
        unlink(entry);
        append(entry);
      }
      return entry?.value;
    },
    set(key, value) {
      const before = entries.get(key);
      if (before) {
        remove(before);
      }
      const entry = { key, value, bytes: sizeOf(value), older: undefined, newer: undefined };
      entries.set(key, entry);
      append(entry);
      bytes += entry.bytes;
      while (oldest && bytes > maxBytes) {
        remove(oldest);
      }
    },
  };
}
