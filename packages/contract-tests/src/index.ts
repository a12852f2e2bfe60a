export type { JsonObject } from "@chainkit/openapi";
export type { Kind } from "./cases/case.ts";
export type { CallParams, Known } from "./cases/values.ts";
export type { Coverage, Item, OperationCoverage } from "./coverage/coverage.ts";
export type { Finding } from "./judge/finding.ts";
export type { ContractOptions } from "./options.ts";
export type { Failure, Result } from "./results.ts";
export { type Report, runContract } from "./run.ts";
export type { Spec } from "./spec/spec.ts";
