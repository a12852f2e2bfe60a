import { pascalCase } from "./names.ts";

/** What operations.ts takes from the runtime. */
export const runtimeTypes = [
  "ApiCall",
  "ApiErrorOf",
  "CallOptions",
  "ClientOptions",
  "EnvelopeOptions",
  "OperationTable",
  "PagedCall",
  "TokenSource",
] as const;

/** The names that belong to the area as a whole. */
export function areaNames(area: string) {
  const name = pascalCase(area);
  return {
    factory: `create${name}Client`,
    client: `${name}Client`,
    operations: `${name}Operations`,
    options: `${name}ClientOptions`,
  };
}
