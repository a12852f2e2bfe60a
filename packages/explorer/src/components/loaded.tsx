import type { ApiError } from "@chainkit/client";
import type { ReactNode } from "react";
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
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data of a query, or that it is loading, or why it failed. */
export function Loaded<Data>({ what, query, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      {error && <Failure what={what} error={error} retry={refetch} />}
      {data === undefined ? !error && <p className="loading">Loading…</p> : children(data)}
    </>
  );
}
