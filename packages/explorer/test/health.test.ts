import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Recovery } from "../src/health.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;

/** Two queries of a page, and a service that responds or does not. */
function openPage() {
  const service = { isUp: true, asked: 0, error: { kind: "network" } };
  const queries = new QueryClient();
  const recovery = new Recovery(queries, async () => {
    service.asked++;
    return service.isUp;
  });
  const observers = ["blocks", "transactions"].map((name) => {
    const queryFn = async () => {
      service.asked++;
      if (!service.isUp) {
        throw service.error;
      }
      return name;
    };
    const observer = new QueryObserver(queries, { queryKey: [name], queryFn, retry: false });
    observer.subscribe(() => {});
    return observer;
  });
  const states = () => observers.map((observer) => observer.getCurrentResult().status);
  const refetch = () => Promise.all(observers.map((observer) => observer.refetch()));
  return { service, recovery, states, refetch };
}

it("asks with back-off while the service is unreachable, and one success revives all queries", async () => {
  const { service, recovery, states, refetch } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  service.isUp = false;
  await refetch();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(recovery.read()).toBe("down");
  // At most every half a minute, after the first ones.
  expect(service.asked).toBeLessThan(24);
  service.isUp = true;
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
  expect(recovery.read()).toBe("up");
  expect(states()).toEqual(["success", "success"]);
});

it("is woken by any success, and by the reader", async () => {
  const { service, recovery, states, refetch } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  service.isUp = false;
  await refetch();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await recovery.tryNow()).toBe(false);
  service.isUp = true;
  expect(await recovery.tryNow()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(recovery.read()).toBe("up");
  expect(states()).toEqual(["success", "success"]);
});

it.each([
  [{ kind: "http", status: 500 }, true],
  [{ kind: "http", status: 429, retryAfterMs: 3_000 }, true],
  [{ kind: "http", status: 404 }, false],
  [{ kind: "input" }, false],
])("of a service that responds with %j, asks again: %s", async (error, isAsked) => {
  const { service, recovery, refetch } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  Object.assign(service, { isUp: false, error });
  await refetch();
  const { asked } = service;
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 6);
  expect(recovery.read()).toBe("up");
  expect(service.asked > asked).toBe(isAsked);
  // With back-off: not every second.
  expect(service.asked - asked).toBeLessThan(8);
});
