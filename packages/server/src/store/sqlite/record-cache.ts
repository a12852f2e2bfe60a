/** Keeps the records that were used last. */
export interface RecordCache<Value> {
  get(key: number): Value | undefined;
  set(key: number, value: Value): void;
}

/**
 * Creates a cache of bounded size, out of which what was not used for the longest time goes first.
 *
 * @param maxBytes Bytes of all values together.
 * @param sizeOf Estimates the bytes of a value.
 */
export function recordCache<Value>(
  maxBytes: number,
  sizeOf: (value: Value) => number,
): RecordCache<Value> {
  // In the order of their last use.
  const values = new Map<number, Value>();
  let bytes = 0;
  const remove = (key: number, value: Value) => {
    values.delete(key);
    bytes -= sizeOf(value);
  };
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
      for (const [oldest, old] of values) {
        if (bytes <= maxBytes) {
          return;
        }
        remove(oldest, old);
      }
    },
  };
}
