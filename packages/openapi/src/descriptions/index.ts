export { requiredIn, type Use } from "../json-schemas.ts";
export { describe, describeAll, describeRequest, type RequestDescription } from "./describe.ts";
