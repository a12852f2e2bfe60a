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

/** Type names that an operation's types must not have, each with whom it belongs to. */
export function takenNames(area: string): Map<string, string> {
  const { client, operations, options } = areaNames(area);
  return new Map([
    ...["ApiError", "Contract", ...runtimeTypes].map((name) => [name, "the runtime"] as const),
    ...[client, operations, options].map((name) => [name, "the client"] as const),
  ]);
}
