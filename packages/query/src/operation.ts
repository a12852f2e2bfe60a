import type { ClientFacts, Operation } from "@chainkit/runtime";
import type { QueryKey } from "@tanstack/query-core";
import { keyParams, type Params, snapshot } from "./keys.ts";

/** A method of a client. */
export type Method = (
  params: Params,
  options?: { readonly signal: AbortSignal },
) => PromiseLike<unknown>;

/** One operation of a client. */
export interface Target {
  readonly id: string;
  readonly rule: Operation;
  readonly facts: ClientFacts;
  readonly method: Method;
  /** Key of everything of the operation. */
  readonly key: QueryKey;
}

/** Parameters, `skipToken`, or nothing. */
export type Given = Params | symbol | undefined;

/** The key, and what keeps a query from running while its parameters are unknown. */
export function prepare({ rule, key }: Target, given: Given) {
  // Any other symbol is TanStack Query's own `skipToken`; it stands in for the function.
  if (typeof given === "symbol") {
    return { queryKey: key, skip: { queryFn: given } };
  }
  const needed = Object.values(rule.parameters ?? {}).some(
    ({ required, option }) => required && !option,
  );
  if (given === undefined && needed) {
    return { queryKey: key, skip: { enabled: false } };
  }
  return { queryKey: [...key, keyParams(rule, given ?? {})], skip: {} };
}

/** The part of an operation that reads. */
export function reading(target: Target) {
  const { rule, key, method } = target;
  return {
    queryKey: (params?: Params) => (params ? [...key, keyParams(rule, params)] : key),
    queryOptions(given?: Given) {
      const { queryKey, skip } = prepare(target, given);
      const params = snapshot(given) as Params;
      return {
        queryKey,
        // Of HEAD, a 204 or 205 there is no body, and a query without data fails.
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await method(params, { signal })) ?? null,
        retry: false,
        ...skip,
      };
    },
  };
}

/** The part of an operation that may change something. */
export function writing({ key, method }: Target) {
  return {
    mutationKey: () => key,
    mutationOptions: () => ({
      mutationKey: key,
      mutationFn: async (params: Params) => method(params),
      retry: false,
    }),
  };
}
