import type { ApiError } from "@chainkit/client";
import { type UseInfiniteQueryResult, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { failures, queryClient, useHealth } from "./api.ts";
import { CHAINS, SERVED } from "./chains.ts";
import { formatTime } from "./format.ts";
import { isFinal, isUnreachable } from "./health.ts";
import { Choices } from "./links.tsx";
import { Card, Empty, Icon, Text } from "./parts.tsx";
import { useRoute } from "./route.ts";

interface LoadedProps<Data> {
  /** Name of the content, such as `The block`. */
  readonly what: string;
  readonly query: Pick<
    UseQueryResult<unknown, ApiError>,
    "error" | "errorUpdateCount" | "refetch"
  > & { readonly data: Data | undefined };
  /** Says why it may not be found, and what may be meant. */
  readonly missing?: ReactNode;
  /** Stands for the content while it loads, as high as it will be. */
  readonly bones: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the data of a query, or that it is loading, or why it failed. An unreachable service is no failure of a part:
 * what is shown stays, and `Outage` says since when it is old.
 */
export function Loaded<Data>({ what, query, missing, bones, children }: LoadedProps<Data>) {
  const { data, error, errorUpdateCount, refetch } = query;
  const isOut = useHealth() !== "up" && error !== null && isUnreachable(error);
  return (
    <>
      {error && !isOut && (
        <Failure key={errorUpdateCount} {...{ what, error, missing, retry: refetch }} />
      )}
      {data === undefined ? (!error || isOut) && bones : children(data)}
    </>
  );
}

interface ListingProps<Item> {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly query: LoadedProps<readonly Item[]>["query"] & Partial<Pages>;
  readonly bones?: ReactNode;
  readonly none: string;
  /** Fetches the next page by itself when its button comes into view. */
  readonly endless?: boolean;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A card with a list, and a button for its next page. */
export function Listing<Item>(props: ListingProps<Item>) {
  const { title, aside, query, bones = <Bones />, none, endless, children } = props;
  return (
    <Card title={title} aside={aside}>
      <Loaded what={title} query={query} bones={bones}>
        {(items) => (items.length === 0 ? <Empty>{none}</Empty> : children(items))}
      </Loaded>
      {query.hasNextPage && <More {...(query as Pages)} endless={endless} />}
    </Card>
  );
}

/** Rows of what is loading, as high as they will be by the class of their list. */
export function Bones({ count = 3, of = "" }: { count?: number; of?: string }) {
  return (
    <ol className={`feed loading ${of}`} aria-label="Loading…">
      {Array.from({ length: count }, (_, at) => (
        <li key={at}>
          <span className="bone" />
        </li>
      ))}
    </ol>
  );
}

interface FailureProps extends Pick<LoadedProps<unknown>, "what" | "missing"> {
  readonly error: ApiError;
  readonly retry: () => unknown;
}

/** Says kindly what went wrong. The query asks again by itself, and the reader at once. */
function Failure({ what, error, retry, missing }: FailureProps) {
  const isNotFound = error.kind === "input" || (error.kind === "http" && error.status === 404);
  const waitMs = error.kind === "http" ? error.retryAfterMs : undefined;
  const route = useRoute();
  const others = SERVED.filter((chain) => chain !== route.chain);
  return (
    <div className="failure" role="alert">
      <div className={isNotFound ? "banner" : "banner bad"}>
        <Icon name="warning" />
        <p>
          <Text>{explain(what, error)}</Text>
        </p>
        {waitMs !== undefined && <Countdown waitMs={waitMs} />}
        {!isFinal(error) && (
          <button className="button" type="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
      {isNotFound && missing}
      {isNotFound && (
        <Choices
          links={[
            ...others.map(
              (chain) => [{ ...route, chain }, `Look on ${CHAINS[chain].label}`] as const,
            ),
            [{ page: "home" }, "Go to the newest blocks"],
          ]}
        />
      )}
    </div>
  );
}

function explain(what: string, error: ApiError): string {
  switch (error.kind) {
    case "http":
      if (error.status === 429) {
        return "The service is busy: too many requests.";
      }
      return error.status === 404
        ? `${what} could not be found. ${detailOf(error.body)}`
        : `${what} could not be loaded: ${detailOf(error.body) || `status ${error.status}`}`;
    case "network":
      return "The service cannot be reached.";
    case "timeout":
      return "The service took too long to respond.";
    case "input":
      return `${what} could not be found: ${error.parameter} is not valid.`;
    default:
      return `${what} could not be loaded: ${error.message}`;
  }
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

function Countdown({ waitMs }: { waitMs: number }) {
  const [seconds, setSeconds] = useState(Math.ceil(waitMs / 1_000));
  useEffect(() => {
    const timer = setTimeout(() => setSeconds(Math.max(0, seconds - 1)), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return <p>Trying again in {seconds} s.</p>;
}

/** Says that the service is not reached, while it is not, and since when the data are old. */
export function Outage() {
  const { data: count, isFetching, refetch } = useQuery(failures);
  const isOut = useHealth() === "out";
  return (
    <div className="offline" role="status">
      {isOut && (
        <div className="banner">
          <Icon name="offline" />
          <p>{outageText(count)}</p>
          <button
            className="button"
            type="button"
            aria-disabled={isFetching}
            onClick={() => !isFetching && refetch()}
          >
            {isFetching ? "Trying…" : "Try now"}
          </button>
        </div>
      )}
    </div>
  );
}

/** @param count How many times in a row the service did not respond. */
function outageText(count: number): ReactNode {
  const isOffline = !navigator.onLine;
  // What the browser says itself is no failure yet.
  const still = count > (isOffline ? 0 : 1) ? "still " : "";
  const loaded = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ options }) => options.networkMode !== "always" });
  const updated = Math.max(0, ...loaded.map(({ state }) => state.dataUpdatedAt));
  return (
    <>
      <b>{isOffline ? `You are ${still}offline.` : `The service ${still}cannot be reached.`}</b>{" "}
      {updated > 0 && `What you see is from ${formatTime(new Date(updated))}. `}
      {isOffline ? "Loading resumes with the connection." : "It is asked again by itself."}
    </>
  );
}

type Pages = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
>;

function More(props: Pages & { readonly endless: boolean | undefined }) {
  const { endless, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isAutomatic = endless && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    // All entries: of several, the first may say where the button was.
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && fetchNextPage(),
    );
    if (isAutomatic && button.current) {
      observer.observe(button.current);
    }
    return () => observer.disconnect();
    // After each page anew: one that arrives and is scrolled past within a frame changes nothing to an observer.
  });
  return (
    <footer>
      <button
        ref={button}
        className="button"
        type="button"
        aria-disabled={isFetchingNextPage}
        onClick={() => !isFetchingNextPage && fetchNextPage()}
      >
        {isFetchingNextPage ? "Loading…" : "Load more"}
      </button>
    </footer>
  );
}
