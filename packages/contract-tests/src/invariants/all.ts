import type { Operation } from "../spec/operations.ts";
import { amountInvariants } from "./amounts.ts";
import { blockInvariants } from "./blocks.ts";
import { cachingInvariants } from "./caching.ts";
import { echoInvariants } from "./echo.ts";
import type { Invariant } from "./invariant.ts";
import { lookupInvariants } from "./lookups.ts";
import { pagingInvariants } from "./paging.ts";
import { removalInvariants } from "./removal.ts";
import { tagInvariants } from "./tags.ts";

/** Every invariant that the operations are under: those of all listings and lookups, and those of ours. */
export function invariantsOf(operations: readonly Operation[]): Invariant[] {
  const ids = new Set(operations.map(({ id }) => id));
  const general = operations.flatMap((operation) => [
    ...echoInvariants(operation),
    ...pagingInvariants(operation, operations),
    ...cachingInvariants(operation),
  ]);
  const own = [
    ...amountInvariants,
    ...blockInvariants,
    ...lookupInvariants,
    ...tagInvariants,
    ...removalInvariants,
  ];
  return [
    ...general,
    ...own.filter(({ operation, also = [] }) => [operation, ...also].every((id) => ids.has(id))),
  ];
}
