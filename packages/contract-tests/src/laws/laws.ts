import type { Operation } from "../spec/operations.ts";
import { amountLaws } from "./amounts.ts";
import { blockLaws } from "./blocks.ts";
import { echoLaws } from "./echo.ts";
import type { Law } from "./law.ts";
import { lookupLaws } from "./lookups.ts";
import { pagingLaws } from "./paging.ts";
import { removalLaws } from "./removal.ts";
import { tagLaws } from "./tags.ts";

/** Every law that the operations are under: those of all listings and lookups, and those of ours. */
export function lawsOf(operations: readonly Operation[]): Law[] {
  const ids = new Set(operations.map(({ id }) => id));
  const general = operations.flatMap((operation) => [
    ...echoLaws(operation),
    ...pagingLaws(operation, operations),
  ]);
  const own = [...amountLaws, ...blockLaws, ...lookupLaws, ...tagLaws, ...removalLaws];
  return [
    ...general,
    ...own.filter(({ operation, also = [] }) => [operation, ...also].every((id) => ids.has(id))),
  ];
}
