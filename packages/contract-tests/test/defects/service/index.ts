import { factDefects, hostileDefects, pagingDefects, recordDefects, stateDefects } from "./data.ts";
import type { Defect } from "./defect.ts";
import {
  bodyDefects,
  cachingDefects,
  coverageDefects,
  errorDefects,
  headerDefects,
  inputDefects,
  malformedDefects,
  redirectDefects,
  securityDefects,
  statusDefects,
} from "./messages.ts";

/** Defects in the code of the reference that reach what no change of exchanges reaches; the suite has to find all. */
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
  ...stateDefects,
  ...recordDefects,
  ...cachingDefects,
  ...coverageDefects,
  ...factDefects,
  ...hostileDefects,
];
