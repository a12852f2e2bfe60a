import { type Breach, get, headers, post, schemas } from "./breach.ts";

/** Operations, errors and files that break a rule. */
export const operationBreaches: Record<string, Breach> = {
  "no operation id": {
    rule: "operation-id",
    set: { [`${post}/operationId`]: undefined },
    at: `${post}/operationId`,
    also: ["operation-operationId", "chainkit/unused-file"],
  },
  "an operation id in another case": {
    rule: "operation-id",
    set: { [`${post}/operationId`]: "add_thing" },
    at: `${post}/operationId`,
    also: ["chainkit/code-sample", "chainkit/unused-file"],
  },
  "no x-idempotent": {
    rule: "idempotent",
    set: { [`${post}/x-idempotent`]: undefined },
    at: `${post}/x-idempotent`,
  },
  "an x-idempotent that is no boolean": {
    rule: "idempotent",
    set: { [`${post}/x-idempotent`]: "no" },
    at: `${post}/x-idempotent`,
  },
  "a GET that may not be repeated": {
    rule: "idempotent-reads",
    set: { [`${get}/x-idempotent`]: false },
    at: `${get}/x-idempotent`,
  },
  "no code sample": {
    rule: "code-sample",
    file: "",
    set: { "/samples~1addThing.ts": undefined },
    atFile: "things.yaml",
    at: `${post}/operationId`,
  },
  "an error without origin": {
    rule: "origin",
    set: { [`${post}/responses/400/x-origin`]: undefined },
    at: `${post}/responses/400`,
  },
  "an origin that is somebody else's": {
    rule: "origin",
    set: { [`${post}/responses/400/x-origin`]: "chain-kit" },
    at: `${post}/responses/400/x-origin`,
  },
  "a header without origin": {
    rule: "origin",
    file: headers,
    set: { "/RetryAfter/x-origin": undefined },
    at: "/RetryAfter",
  },
  "a problem schema without origin": {
    rule: "origin",
    file: schemas,
    set: { "/Problem/x-origin": undefined },
    at: "/Problem",
  },
  "a misspelt extension": {
    rule: "known-extension",
    set: { [`${post}/x-idempotant`]: true },
    at: `${post}/x-idempotant`,
  },
  "a file that nothing refers to": {
    rule: "unused-file",
    file: "",
    set: { "/examples~1left.yaml": { value: 1 } },
    atFile: "examples/left.yaml",
    at: "/",
  },
  "a sample of no operation": {
    rule: "unused-file",
    file: "",
    set: { "/samples~1removeThing.ts": "export {};\n" },
    atFile: "samples/removeThing.ts",
    at: "/",
  },
};
