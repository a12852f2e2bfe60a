import type { ApiError } from "@chainkit/client";
import { onlineManager } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { queryClient } from "./api.ts";
import { CHAINS, type ChainName, SERVED } from "./chains.ts";
import { formatTime } from "./format.ts";
import { Icon, RouteLink } from "./parts.tsx";
import { type Route, useRoute } from "./route.ts";

/** A query, as far as it is shown. */
interface Shown<Data> {
  readonly data: Data | undefined;
  readonly error: ApiError | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  /** Name of the content, such as `The block`. */
  readonly what: string;
  readonly query: Shown<Data>;
  /** Route to the same content on another chain, offered if it is not found on this one. */
  readonly elsewhere?: ((chain: ChainName) => Route) | undefined;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data of a query, or that it is loading, or why it failed. */
export function Loaded<Data>({ what, query, elsewhere, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error && <Failure what={what} error={error} retry={refetch} elsewhere={elsewhere} />}
      {data === undefined ? !error && <Loading /> : children(data)}
    </>
  );
}

function Loading() {
  return (
    <div className="loading state">
      <span className="hidden">Loading…</span>
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </div>
  );
}

interface FailureProps {
  /** Name of the missing content, such as `The block`. */
  readonly what: string;
  readonly error: ApiError;
  readonly retry: () => unknown;
  /** Route to the same content on another chain. */
  readonly elsewhere?: ((chain: ChainName) => Route) | undefined;
}

/** Says kindly what went wrong, and tries again: at once if asked to, by itself after a rate limit. */
function Failure({ what, error, retry, elsewhere }: FailureProps) {
  const isNotFound = error.kind === "http" && error.status === 404;
  const waitMs = error.kind === "http" ? error.retryAfterMs : undefined;
  return (
    <div className="failure" role="alert">
      <div className={isNotFound ? "banner" : "banner bad"}>
        <Icon name="warning" />
        <p>{explain(what, error)}</p>
        {waitMs !== undefined && <Countdown key={error.message} waitMs={waitMs} onEnd={retry} />}
        {isWorthRetrying(error) && (
          <button className="button" type="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
      {isNotFound && elsewhere && <Elsewhere route={elsewhere} />}
    </div>
  );
}

function Elsewhere({ route }: { route: (chain: ChainName) => Route }) {
  const { chain } = useRoute();
  const others = SERVED.filter((each) => each !== chain);
  return (
    <nav className="row" aria-label="Other places to look">
      {others.map((each) => (
        <RouteLink key={each} className="button" route={route(each)}>
          Look on {CHAINS[each].label}
        </RouteLink>
      ))}
      <RouteLink className="button quiet" route={{ chain, page: "home" }}>
        Go to the newest blocks
      </RouteLink>
    </nav>
  );
}

function explain(what: string, error: ApiError): string {
  switch (error.kind) {
    case "http":
      if (error.status === 429) {
        return "The service is busy: too many requests.";
      }
      return error.status === 404
        ? `${what} was not found. ${detailOf(error.body)}`
        : `${what} could not be loaded: ${detailOf(error.body) || `status ${error.status}`}`;
    case "network":
      return "The service cannot be reached.";
    case "timeout":
      return "The service took too long to respond.";
    case "input":
      return `${what} was not found: ${error.parameter} is not valid.`;
    default:
      return `${what} could not be loaded: ${error.message}`;
  }
}

function isWorthRetrying(error: ApiError): boolean {
  const isFinal = error.kind === "http" && (error.status === 400 || error.status === 404);
  return !isFinal && error.kind !== "input";
}

/** The explanation within a problem (RFC 9457), if there is one: of invalid parameters the reason of each. */
function detailOf(body: unknown): string {
  const { detail, errors } = Object(body);
  const reasons = Array.isArray(errors) ? errors.map(reasonOf).filter(Boolean).join("; ") : "";
  return reasons || (typeof detail === "string" ? detail : "");
}

function reasonOf(error: unknown): string {
  const { parameter, reason } = Object(error);
  return typeof reason === "string" ? `${parameter ?? "it"} ${reason}` : "";
}

function Countdown({ waitMs, onEnd }: { waitMs: number; onEnd: () => unknown }) {
  const [seconds, setSeconds] = useState(Math.ceil(waitMs / 1_000));
  useEffect(() => {
    if (seconds <= 0) {
      onEnd();
      return;
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds, onEnd]);
  return <p>Trying again in {seconds} s.</p>;
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

/** Returns whether the browser is online, and renders again when that changes. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => onlineManager.isOnline());
}

/** Says that the browser is offline, while it is, and of when the data are that are shown. */
export function Offline() {
  const isOnline = useIsOnline();
  return (
    <div className="offline" role="status">
      {!isOnline && <Banner />}
    </div>
  );
}

function Banner() {
  const [attempt, setAttempt] = useState<"none" | "running" | "failed">("none");
  const tryNow = async () => {
    setAttempt("running");
    // The browser may be wrong: a service on the same machine needs no network.
    const isReachable = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    );
    if (isReachable) {
      onlineManager.setOnline(true);
    } else {
      setAttempt("failed");
    }
  };
  const updated = lastUpdate();
  return (
    <div className="banner">
      <Icon name="offline" />
      <p>
        <b>You are {attempt === "failed" && "still "}offline.</b>{" "}
        {updated && `What you see is from ${formatTime(updated)}. `}
        Loading resumes with the connection.
      </p>
      <button
        className="button"
        type="button"
        aria-disabled={attempt === "running"}
        onClick={() => attempt !== "running" && tryNow()}
      >
        {attempt === "running" ? "Trying…" : "Try now"}
      </button>
    </div>
  );
}

/** When the newest of all data was received; undefined if there is none. */
function lastUpdate(): Date | undefined {
  const times = queryClient.getQueryCache().getAll();
  const newest = Math.max(0, ...times.map(({ state }) => state.dataUpdatedAt));
  return newest > 0 ? new Date(newest) : undefined;
}

interface MoreProps {
  readonly label: string;
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Fetches the next page by itself when its button comes into view. */
  readonly endless?: boolean;
}

/** The button for the next page of a listing; nothing on the last. */
export function More({ label, query, endless = false }: MoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const button = useRef<HTMLButtonElement>(null);
  const isAutomatic = endless && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!isAutomatic || !button.current) {
      return;
    }
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && fetchNextPage(),
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isAutomatic, fetchNextPage]);
  if (!hasNextPage) {
    return null;
  }
  return (
    <footer>
      <button
        ref={button}
        className="button"
        type="button"
        aria-disabled={isFetchingNextPage}
        onClick={() => !isFetchingNextPage && fetchNextPage()}
      >
        {isFetchingNextPage ? "Loading…" : label}
      </button>
    </footer>
  );
}
