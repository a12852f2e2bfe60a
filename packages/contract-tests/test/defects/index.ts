import { bodyDefects, errorDefects } from "./bodies.ts";
import { cachingDefects } from "./caching.ts";
import type { Defect } from "./defect.ts";
import { depthDefects } from "./depth.ts";
import { factDefects, hostileDefects, tokenDefects } from "./facts.ts";
import { inputDefects } from "./input.ts";
import { pagingDefects } from "./paging.ts";
import { recordDefects } from "./records.ts";
import { securityDefects } from "./security.ts";
import { stateDefects } from "./state.ts";
import { headerDefects, malformedDefects, redirectDefects, statusDefects } from "./wire.ts";

/** Every defect that the suite has to find. */
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
  ...factDefects,
  ...hostileDefects,
  ...tokenDefects,
];
