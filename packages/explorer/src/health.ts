import type { ApiError } from "@chainkit/client";
import { onlineManager, type Query, type QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const GATEWAY_ERRORS = [502, 503, 504];

/** Whether the service responds. `checking`: a request found it unreachable, which a second one is to confirm. */
export type Health = "up" | "checking" | "down" | "offline";

/** Whether a failure means that the service is not reached at all. */
export function isUnreachable(error: ApiError): boolean {
  const isGateway = error.kind === "http" && GATEWAY_ERRORS.includes(error.status);
  return isGateway || error.kind === "network" || error.kind === "timeout";
}

/** Whether asking again would fail in the same way. */
export function isFinal(error: ApiError): boolean {
  const isRefused = error.kind === "http" && error.status < 500 && error.status !== 429;
  return isRefused || error.kind === "input";
}

/**
 * Asks again for what failed, with back-off. While the service is unreachable, one request asks for all; its first
 * success revives every query of the page.
 */
export class Recovery {
  /** Failures in a row, by query. */
  readonly #failures = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #queries: QueryClient;
  readonly #responds: () => Promise<boolean>;
  #state: "up" | "checking" | "down" = "up";
  #wake = () => {};

  /** @param responds Asks the service for something small. */
  constructor(queries: QueryClient, responds: () => Promise<boolean>) {
    this.#queries = queries;
    this.#responds = responds;
    const cache = queries.getQueryCache();
    cache.subscribe((event) => {
      if (event.type !== "updated") {
        return;
      }
      if (event.action.type === "success" && !event.action.manual) {
        this.#failures.delete(event.query.queryHash);
        this.#wake();
      }
      if (event.action.type === "error") {
        this.#retry(event.query, event.action.error as ApiError);
      }
    });
  }

  /** State of the service, for `useSyncExternalStore`. */
  readonly read = (): Health => (onlineManager.isOnline() ? this.#state : "offline");
  readonly subscribe = (onChange: () => void) => {
    const unsubscribe = onlineManager.subscribe(onChange);
    this.#listeners.add(onChange);
    return () => {
      unsubscribe();
      this.#listeners.delete(onChange);
    };
  };

  /** Asks at once rather than after the back-off. @returns Whether the service responds. */
  async tryNow(): Promise<boolean> {
    const responds = await this.#responds();
    if (responds) {
      // The browser may be wrong about the network: a service on the same machine needs none.
      onlineManager.setOnline(true);
      this.#wake();
    }
    return responds;
  }

  #retry(query: Query, error: ApiError): void {
    if (isFinal(error)) {
      return;
    }
    const failures = (this.#failures.get(query.queryHash) ?? 0) + 1;
    this.#failures.set(query.queryHash, failures);
    if (isUnreachable(error) && this.#state === "up") {
      void this.#check();
    }
    const stated = error.kind === "http" ? error.retryAfterMs : undefined;
    const waitMs = stated ?? Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
    setTimeout(() => this.#state !== "down" && this.#refetch(query), waitMs);
  }

  #refetch(query: Query): void {
    if (query.isActive() && query.state.status === "error" && query.state.fetchStatus === "idle") {
      void this.#queries.refetchQueries({ queryKey: query.queryKey, exact: true });
    }
  }

  async #check(): Promise<void> {
    this.#set("checking");
    for (let waitMs = FIRST_MS; !(await this.#responds()); ) {
      this.#set("down");
      const woken = await new Promise((resolve) => {
        this.#wake = () => resolve(true);
        setTimeout(resolve, waitMs);
      });
      if (woken) {
        break;
      }
      waitMs = Math.min(2 * waitMs, LONGEST_MS);
    }
    const wasDown = this.#state === "down";
    this.#set("up");
    if (wasDown) {
      for (const query of this.#queries.getQueryCache().getAll()) {
        this.#refetch(query);
      }
    }
  }

  #set(state: "up" | "checking" | "down"): void {
    this.#state = state;
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

/** Returns the state of the service, and renders again when it changes. */
export function useHealth({ subscribe, read }: Recovery): Health {
  return useSyncExternalStore(subscribe, read);
}
