import type { ApiError } from "@chainkit/client";
import { environmentManager, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createRecovery, isUnreachable, retryInterval } from "../src/health.ts";

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;

/** Two queries of a page, and a service that responds or does not. */
function openPage() {
  const service = { isUp: true, asked: 0 };
  const { queryClient, failures } = createRecovery(async () => {
    service.asked++;
    return service.isUp;
  });
  queryClient.mount();
  // Pages of which one has a service that is up and one has not would turn each other on and off.
  onTestFinished(() => {
    queryClient.unmount();
    onlineManager.setOnline(true);
  });
  const probe = new QueryObserver(queryClient, failures);
  probe.subscribe(() => {});
  const observers = ["blocks", "transactions"].map((name) => {
    const queryFn = async () => {
      service.asked++;
      if (!service.isUp) {
        throw { kind: "network" };
      }
      return name;
    };
    const observer = new QueryObserver(queryClient, { queryKey: [name], queryFn, retry: false });
    observer.subscribe(() => {});
    return observer;
  });
  const states = () => observers.map((observer) => observer.getCurrentResult().status);
  const refetch = () => Promise.all(observers.map((observer) => observer.refetch()));
  return { service, probe, states, refetch };
}

it("asks with back-off while the service is unreachable, and one success revives all queries", async () => {
  const { service, probe, states, refetch } = openPage();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(service.asked).toBe(2);
  service.isUp = false;
  await refetch();
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(onlineManager.isOnline()).toBe(false);
  expect(probe.getCurrentResult().data).toBe(14);
  // At most every half a minute, after the first ones; and nothing but the probe.
  expect(service.asked).toBe(18);
  service.isUp = true;
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
  expect(onlineManager.isOnline()).toBe(true);
  expect(states()).toEqual(["success", "success"]);
});

it("is woken by the reader, and by the browser", async () => {
  const { service, probe, states, refetch } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  service.isUp = false;
  await refetch();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await probe.refetch();
  expect(onlineManager.isOnline()).toBe(false);
  service.isUp = true;
  await probe.refetch();
  await vi.advanceTimersByTimeAsync(0);
  expect(onlineManager.isOnline()).toBe(true);
  expect(states()).toEqual(["success", "success"]);
  service.isUp = false;
  await refetch();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  service.isUp = true;
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(probe.getCurrentResult().data).toBe(0);
  expect(states()).toEqual(["success", "success"]);
});

it("is unreachable behind a gateway that says so", () => {
  const http = [501, 502, 503, 504, 505].map((status) => ({ kind: "http", status }));
  const errors = [...http, { kind: "network" }, { kind: "timeout" }, { kind: "decode" }];
  const found = errors.map((error) => isUnreachable(error as ApiError));
  expect(found).toEqual([false, true, true, true, false, true, true, false]);
});

it.each([
  [{}, 2_000],
  [{ errorUpdateCount: 5 }, 30_000],
  [{ dataUpdatedAt: 99_500 }, 1_000],
  [{ dataUpdatedAt: 98_500 }, 1_500],
  [{ error: { kind: "http", status: 500 } }, 2_000],
  [{ error: { kind: "http", status: 429, retryAfterMs: 3_000 } }, 3_000],
  [{ error: { kind: "http", status: 499 } }, false],
  [{ error: { kind: "input" } }, false],
  [{ status: "pending" }, false],
])("a query with the state %j is asked again in %s ms", (own, expected) => {
  const state = { status: "error", error: { kind: "decode" }, errorUpdateCount: 1 };
  const times = { errorUpdatedAt: 100_000, dataUpdatedAt: 0 };
  expect(retryInterval({ state: { ...state, ...times, ...own } as never })).toBe(expected);
});
