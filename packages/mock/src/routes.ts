import { literal, pathRank } from "@chainkit/openapi";
import type { MockOperation } from "./operations.ts";

/** Operations of one path template. */
interface Route {
  readonly segments: readonly Segment[];
  readonly operations: Map<string, MockOperation[]>;
}

/** Literal segment, or a pattern if it contains a parameter. */
type Segment = string | RegExp;

/** Result of routing a request. */
type RouteMatch =
  | { readonly kind: "operations"; readonly operations: readonly MockOperation[] }
  | { readonly kind: "method-not-allowed"; readonly allow: readonly string[] }
  | { readonly kind: "no-path" };

/** Finds the operations of a method (upper case) and a path: several if their templates differ by names only. */
export type Router = (method: string, path: string) => RouteMatch;

/**
 * Builds the router over the operations of all areas.
 *
 * @throws Error if two operations have the same method and path.
 */
export function createRouter(operations: readonly MockOperation[]): Router {
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const path = operation.path.replace(/#.*$/, "");
    const key = path.replace(/\{[^}]*\}/g, "{}");
    const route = routes.get(key) ?? {
      segments: path.split("/").map(toSegment),
      operations: new Map(),
    };
    const { method } = operation;
    const others: readonly MockOperation[] = route.operations.get(method) ?? [];
    const other = others.find((each) => each.path === operation.path);
    if (other) {
      throw new Error(`${operation.id} and ${other.id} are both ${method} ${operation.path}`);
    }
    route.operations.set(method, [...others, operation]);
    routes.set(key, route);
  }
  const ranked = [...routes].sort(([a], [b]) => pathRank(a).localeCompare(pathRank(b)));
  const sorted = ranked.map(([, route]) => route);

  return (method, path) => {
    const segments = path.split("/").map(decodeSegment);
    const route = sorted.find((candidate) => matches(candidate.segments, segments));
    if (!route) {
      return { kind: "no-path" };
    }
    const found = route.operations.get(method);
    return found
      ? { kind: "operations", operations: found }
      : { kind: "method-not-allowed", allow: [...route.operations.keys()] };
  };
}

function matches(template: readonly Segment[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => {
      const segment = segments[index] ?? "";
      return typeof part === "string" ? part === segment : part.test(segment);
    })
  );
}

function toSegment(text: string): Segment {
  const parts = text.split(/\{[^}]*\}/);
  return parts.length === 1 ? text : new RegExp(`^${parts.map(literal).join("[^]+")}$`);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
