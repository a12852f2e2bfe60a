import type { Operation } from "../spec/operations.ts";
import { blockContentInvariants } from "./block-contents.ts";
import { blockInvariants } from "./blocks.ts";
import { cachingInvariants } from "./caching.ts";
import { caseInvariants } from "./case.ts";
import { chainInvariants } from "./chains.ts";
import { coverageInvariants } from "./coverage.ts";
import { decimalInvariants } from "./decimals.ts";
import { echoInvariants } from "./echo.ts";
import type { Invariant } from "./invariant.ts";
import { latestInvariants } from "./latest.ts";
import { nftInvariants } from "./nfts.ts";
import { pagingInvariants } from "./paging.ts";
import { removalInvariants } from "./removal.ts";
import { sameRecordInvariants } from "./same-records.ts";
import { tagInvariants } from "./tags.ts";
import { tokenInvariants } from "./tokens.ts";
import { transactionInvariants } from "./transactions.ts";
import { walletInvariants } from "./wallets.ts";

/** Domain-specific invariants. */
const DOMAIN_INVARIANTS: readonly Invariant[] = [
  ...blockInvariants,
  ...blockContentInvariants,
  ...latestInvariants,
  ...transactionInvariants,
  ...walletInvariants,
  ...tokenInvariants,
  ...nftInvariants,
  ...chainInvariants,
  ...tagInvariants,
  ...removalInvariants,
];

/**
 * Returns all invariants of these operations: generic ones, derived from the declarations of the
 * contract, and those of chains, tokens and tags.
 */
export function invariantsOf(operations: readonly Operation[]): Invariant[] {
  const ids = new Set(operations.map(({ id }) => id));
  const general = operations.flatMap((operation) => [
    ...echoInvariants(operation),
    ...caseInvariants(operation),
    ...decimalInvariants(operation),
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
