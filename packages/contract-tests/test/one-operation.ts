import type { Case } from "../src/cases/case.ts";
import { casesOf } from "../src/cases/index.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";

/** The cases of a document with one operation. */
export function casesOfOne(method: string, path: string, operation: object): Case[] {
  const responses = {
    200: { description: "OK" },
    400: { description: "" },
    404: { description: "" },
  };
  const spec = createSpec("area", {
    openapi: "3.1.0",
    info: { title: "Area", version: "1" },
    paths: { [path]: { [method]: { operationId: "one", responses, ...operation } } },
  });
  const setting = { isPrism: false, options: {}, known: {} };
  const operations = operationsOf(spec);
  return operations.flatMap((each) => casesOf(each, operations, setting));
}
