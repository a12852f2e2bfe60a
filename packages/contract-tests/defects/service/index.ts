import { bodyDefects, errorDefects } from "./bodies.ts";
import { cachingDefects } from "./caching.ts";
import { coverageDefects } from "./coverage.ts";
import type { Defect } from "./defect.ts";
import { depthDefects } from "./depth.ts";
import { factDefects, hostileDefects, tokenDefects } from "./facts.ts";
import { inputDefects } from "./input.ts";
import { pagingDefects } from "./paging.ts";
import { recordDefects } from "./records.ts";
import { securityDefects } from "./security.ts";
import { stateDefects } from "./state.ts";
import { headerDefects, malformedDefects, redirectDefects, statusDefects } from "./wire.ts";

/** Titles of the cases that found the defects when last recorded. */
export const FOUND_BY: URL = new URL("found-by.json", import.meta.url);

/** Every defect in the code of the reference; the suite has to find all. */
export const defects: readonly Defect[] = [
  ...bodyDefects,
  ...errorDefects,
  ...headerDefects,
  ...malformedDefects,
  ...statusDefects,
  ...redirectDefects,
  ...inputDefects,
  ...securityDefects,
  ...pagingDefects,
  ...depthDefects,
  ...stateDefects,
  ...recordDefects,
  ...cachingDefects,
  ...coverageDefects,
  ...factDefects,
  ...hostileDefects,
  ...tokenDefects,
];
