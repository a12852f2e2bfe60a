export type { JsonObject } from "@chainkit/openapi";
export type { Kind } from "./cases/case.ts";
export type { CallParams, Known } from "./cases/values.ts";
export type { Coverage, Item, OperationCoverage } from "./coverage.ts";
export type {
  Fault,
  Finding,
  FindingKind,
  HeaderFault,
  Location,
  StatusFault,
} from "./judge/finding.ts";
export type { ContractOptions } from "./options.ts";
export { type FindingText, findingText } from "./report/finding-text.ts";
export type { Report, Verdict } from "./report.ts";
export type { Failure, Result } from "./results.ts";
export { runContract } from "./run.ts";
export type { Spec } from "./spec/spec.ts";
