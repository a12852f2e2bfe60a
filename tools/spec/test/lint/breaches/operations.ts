import { type Breach, breach, get, headers, post, schemas } from "./breach.ts";

/** A file of the folder, in place of the documents in it. */
const file = (rule: string, name: string, content: unknown, more: Partial<Breach> = {}) =>
  breach(rule, `/${name.replace("/", "~1")}`, content, {
    file: "",
    atFile: name,
    at: "/",
    ...more,
  });

const refused = `${post}/responses/400`;
const schema = "content/application~1problem+json/schema";
const own = { description: "One.", schema: {}, example: 1 };

/** Operations, errors and files that break a rule. */
export const operationBreaches: Record<string, Breach> = {
  "no operation id": breach("operation-id", `${post}/operationId`, undefined, {
    also: ["operation-operationId", "chainkit/unused-file"],
  }),
  "an operation id in another case": breach("operation-id", `${post}/operationId`, "add_thing", {
    also: ["chainkit/code-sample", "chainkit/unused-file"],
  }),
  "no x-idempotent": breach("idempotent", `${post}/x-idempotent`, undefined),
  "an x-idempotent that is no boolean": breach("idempotent", `${post}/x-idempotent`, "no"),
  "a GET that may not be repeated": breach("idempotent-reads", `${get}/x-idempotent`, false),
  "no code sample": file("code-sample", "samples/addThing.ts", undefined, {
    atFile: "things.yaml",
    at: `${post}/operationId`,
  }),
  "an error without origin": breach("origin", `${refused}/x-origin`, undefined, { at: refused }),
  "an origin that is somebody else's": breach("origin", `${refused}/x-origin`, "chain-kit"),
  "a header without origin": breach("origin", "/RetryAfter/x-origin", undefined, {
    file: headers,
    at: "/RetryAfter",
  }),
  "a header of one response without origin": breach("origin", `${refused}/headers/X-A`, own),
  "a schema of one response without origin": breach("origin", `${refused}/${schema}`, {}),
  "a problem schema without origin": breach("origin", "/Problem/x-origin", undefined, {
    file: schemas,
    at: "/Problem",
  }),
  "a misspelt extension": breach("known-extension", `${post}/x-idempotant`, true),
  "a file that nothing refers to": file("unused-file", "examples/left.yaml", { value: 1 }),
  "a sample of no operation": file("unused-file", "samples/removeThing.ts", "export {};\n"),
};
