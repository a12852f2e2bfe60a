import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { openHandle } from "../../src/store/handle.ts";

/** A connection, numbered in the order of opening. */
function connections() {
  const closed: number[] = [];
  let count = 0;
  const open = () => {
    count += 1;
    const db = count;
    return { db, close: () => void closed.push(db) };
  };
  return { open, closed, count: () => count };
}

afterEach(() => void vi.useRealTimers());

test("rejects what cannot be opened, unless a later attempt is wanted", async () => {
  const open = () => {
    throw new Error("no such place");
  };
  await expect(openHandle(open)).rejects.toThrow("no such place");
  vi.useFakeTimers({ toFake: ["performance"] });
  const handle = await openHandle(open, { onOpened: () => {} });
  vi.advanceTimersByTime(1_000);
  await expect(handle.use(() => 1)).rejects.toThrow("no such place");
  await expect(handle.readOnlyReason()).rejects.toThrow("no such place");
  await handle.close();
});

test("opens later what could not be opened, once, and says so", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { open, count } = connections();
  let isBroken = true;
  const onOpened = vi.fn();
  const handle = await openHandle(
    () => {
      if (isBroken) {
        throw new Error("broken");
      }
      return open();
    },
    { onOpened },
  );
  isBroken = false;
  // Not yet: it has just been tried.
  await expect(handle.use((db) => db)).rejects.toThrow("broken");
  vi.advanceTimersByTime(1_000);
  const uses = [handle.use((db) => db), handle.use((db) => db)];
  await Promise.allSettled(uses);
  expect(await handle.use((db) => db)).toBe(1);
  expect([count(), onOpened.mock.calls.length]).toEqual([1, 1]);
});

test("opens a stale connection again, once for all who wait, and closes the former one", async () => {
  const { open, closed } = connections();
  let isStale = false;
  const handle = await openHandle(async () => {
    const opened = open();
    await wait(1);
    return { ...opened, isStale: () => isStale && opened.db === 1 };
  });
  expect(await handle.use((db) => db)).toBe(1);
  isStale = true;
  const uses = [1, 2, 3].map(() => handle.use((db) => db));
  expect(await Promise.all(uses)).toEqual([2, 2, 2]);
  expect(closed).toEqual([1]);
  await handle.close();
  expect(closed).toEqual([1, 2]);
});

test("writes once it can what could only be read, and explains why it cannot", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { open } = connections();
  let reason: string | undefined = "disk full";
  const handle = await openHandle(
    () => ({ ...open(), ...(reason !== undefined && { readOnlyReason: reason }) }),
    { explain: (_, readOnlyReason) => new Error(readOnlyReason ?? "another reason") },
  );
  const fail = () => {
    throw new Error("read-only");
  };
  await expect(handle.use(fail)).rejects.toThrow("disk full");
  expect(await handle.readOnlyReason()).toBe("disk full");
  reason = undefined;
  vi.advanceTimersByTime(1_000);
  await handle.readOnlyReason();
  await wait(0);
  expect(await handle.readOnlyReason()).toBeUndefined();
  await expect(handle.use(fail)).rejects.toThrow("another reason");
});

test("repeats work while the data are locked, and gives up in the end", async () => {
  const { open } = connections();
  const policy = {
    isBusy: (error: unknown) => (error as Error).message === "busy",
    locked: (cause: unknown) => new Error("locked by another process", { cause }),
  };
  const handle = await openHandle(open, policy);
  let failures = 3;
  const work = () => {
    failures -= 1;
    if (failures >= 0) {
      throw new Error("busy");
    }
    return "done";
  };
  expect(await handle.use(work)).toBe("done");
  vi.useFakeTimers({ toFake: ["performance"] });
  failures = 3;
  const given = handle.use(() => {
    vi.advanceTimersByTime(5_000);
    return work();
  });
  await expect(given).rejects.toThrow("locked by another process");
});
