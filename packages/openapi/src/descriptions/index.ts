export { requiredIn, type Use } from "../one-way.ts";
export { describe, describeAll, describeRequest, type RequestDescription } from "./describe.ts";
