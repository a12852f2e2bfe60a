export type { JsonSchema, OperationDescription, ResponseDescription } from "@chainkit/runtime";
export { operations } from "./generated/operations.ts";
