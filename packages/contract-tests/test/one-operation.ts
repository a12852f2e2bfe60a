import type { Case } from "../src/cases/case.ts";
import { casesOf } from "../src/cases/index.ts";
import { type Operation, operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";

/** The operation of a document with one, `one` of the area `area` unless it is named. */
export function oneOperation(
  method: string,
  path: string,
  operation: object,
  components: object = {},
): Operation {
  const spec = createSpec("area", {
    openapi: "3.1.0",
    info: { title: "Area", version: "1" },
    paths: { [path]: { [method]: { operationId: "one", responses: {}, ...operation } } },
    components,
  });
  const [only] = operationsOf(spec);
  if (!only) {
    throw new Error("no operation");
  }
  return only;
}

/** The cases of a document with one operation. */
export function casesOfOne(method: string, path: string, operation: object): Case[] {
  const responses = {
    200: { description: "OK" },
    400: { description: "" },
    404: { description: "" },
  };
  const only = oneOperation(method, path, { responses, ...operation });
  return casesOf(only, { isPrism: false, options: {}, known: {} });
}
