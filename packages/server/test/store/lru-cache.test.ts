import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { lruCache } from "../../src/store/lru-cache.ts";

const MAX = 20;
interface Sized {
  readonly size: number;
}

test("keeps the most recently used values that fit, as a list of them would", () => {
  const removed = new Set<Sized>();
  const cache = lruCache<number, Sized>(
    MAX,
    ({ size }) => size,
    (value) => removed.add(value),
  );
  // From the least to the most recently used.
  let model: (readonly [key: number, value: Sized])[] = [];
  let state = 7;
  const random = (end: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
  for (let step = 0; step < 5_000; step += 1) {
    const key = random(12);
    const known = model.find(([each]) => each === key)?.[1];
    model = model.filter(([each]) => each !== key);
    if (random(2) === 0) {
      expect(cache.get(key)).toBe(known);
      model = known ? [...model, [key, known]] : model;
    } else {
      // Some are larger than the whole cache.
      const value = { size: 1 + random(random(20) === 0 ? MAX + 5 : 6) };
      cache.set(key, value);
      model = [...model, [key, value]];
      while (model.reduce((sum, [, { size }]) => sum + size, 0) > MAX) {
        const [[, evicted] = []] = model;
        expect(evicted && removed.has(evicted)).toBe(true);
        model = model.slice(1);
      }
    }
    expect(model.some(([, value]) => removed.has(value))).toBe(false);
  }
});

test("does not hold replaced values, even if nothing is evicted", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const cache = lruCache<number, Sized>(MAX, () => 1);
  const replaced: WeakRef<Sized>[] = [];
  for (let step = 0; step < 2_000; step += 1) {
    const value = { size: step };
    cache.set(step % 10, value);
    cache.get((step * 7) % 10);
    replaced.push(new WeakRef(value));
  }
  replaced.splice(-10);
  // Targets of weak references live until the end of the turn.
  await nextTurn();
  collect();
  expect(replaced.filter((value) => value.deref() !== undefined)).toEqual([]);
  expect(cache.get(0)).toEqual({ size: 1_990 });
});
