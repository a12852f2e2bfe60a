import { useMemo, useSyncExternalStore } from "react";
import { parseRoute, type Route, routeHref } from "./route.ts";

function subscribe(onChange: () => void): () => void {
  addEventListener("hashchange", onChange);
  return () => removeEventListener("hashchange", onChange);
}

/** The current route; the component is rendered again when it changes. */
export function useRoute(): Route {
  const fragment = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseRoute(fragment), [fragment]);
}

/** Goes to a route, as a link to it would. */
export function navigate(route: Route): void {
  location.hash = routeHref(route);
}
