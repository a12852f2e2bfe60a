export { requiredIn, type Use } from "../one-way.ts";
export { describe, describeAll } from "./describe.ts";
