import type { ApiError } from "@chainkit/client";
import type { ReactNode } from "react";
import type { ChainName } from "../chains.ts";
import type { Route } from "../routing/route.ts";
import { Failure } from "./failure.tsx";

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
