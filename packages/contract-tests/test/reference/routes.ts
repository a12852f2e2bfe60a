import { pathPattern, pathRank } from "@chainkit/openapi";
import type { Operation } from "../../src/spec/operations.ts";

/** Route of a method and a path. */
export interface Route {
  /** If the path has no such method: the first operation that it has. */
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The methods of the path. */
  readonly methods: readonly string[];
}

/** Finds the route of a method and a path; undefined if no operation has the path. */
export type Router = (method: string, path: string) => Route | undefined;

/** Leads to operations where their contract has them. */
export function routerOf(operations: readonly Operation[]): Router {
  const ranked = operations.toSorted((one, other) =>
    pathRank(one.path).localeCompare(pathRank(other.path)),
  );
  return (method, path) => {
    const first = ranked.find((each) => pathPattern(each.path).test(path));
    if (!first) {
      return undefined;
    }
    const same = ranked.filter((each) => each.path === first.path);
    const { id, path: template } = same.find((each) => each.method === method) ?? first;
    const names = [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
    const values = pathPattern(template).exec(path)?.slice(1) ?? [];
    const parameters = names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]);
    return {
      operation: id,
      parameters: Object.fromEntries(parameters),
      methods: same.map((each) => each.method),
    };
  };
}
