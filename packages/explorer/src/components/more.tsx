import { useEffect, useRef } from "react";

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
