import { DOMAIN_INVARIANTS, idsUnderLaw } from "../chain/all.ts";
import type { Operation } from "../spec/operations.ts";
import { cachingInvariants } from "./caching.ts";
import { coverageInvariants } from "./coverage.ts";
import { echoInvariants } from "./echo.ts";
import type { Invariant } from "./invariant.ts";
import { pagingInvariants } from "./paging.ts";
import { sameRecordInvariants } from "./same-records.ts";
import { spellingInvariants } from "./spelling.ts";

/**
 * Returns all invariants of these operations: generic ones, derived from the declarations of the
 * contract, and those of chains, tokens and tags.
 */
export function invariantsOf(operations: readonly Operation[]): Invariant[] {
  const ids = idsUnderLaw(operations);
  const general = operations.flatMap((operation) => [
    ...echoInvariants(operation),
    ...spellingInvariants(operation),
    ...pagingInvariants(operation, operations),
    ...sameRecordInvariants(operation),
    ...cachingInvariants(operation),
    ...coverageInvariants(operation),
  ]);
  return [
    ...general,
    ...DOMAIN_INVARIANTS.filter(({ operation, also = [] }) =>
      [operation, ...also].every((id) => ids.has(id)),
    ),
  ];
}
