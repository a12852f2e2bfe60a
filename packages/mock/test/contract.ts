import { bundleSpec, listAreas } from "@chainkit/spec";
import type { SpecDocument } from "../src/index.ts";

/** What the tests read of an operation, with every reference resolved. */
export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly secured: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: unknown;
  readonly cursorField: string | undefined;
  readonly responses: readonly {
    readonly status: number;
    readonly headers: readonly string[];
    readonly examples: Readonly<Record<string, unknown>>;
  }[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { value: unknown }>>;
}

/** The documents of all areas, bundled from the spec as it is now. */
export const documents: SpecDocument[] = await Promise.all(
  (await listAreas()).map(async ({ file }) => (await bundleSpec(file)) as unknown as SpecDocument),
);

/** Every operation of every area. */
export const operations: ContractOperation[] = documents.flatMap(operationsIn);

// The walk is over JSON of a known shape; types would only restate the OpenAPI schema.
type Json = { [key: string]: Json } & Json[];

function operationsIn(document: SpecDocument): ContractOperation[] {
  const root = document as unknown as Json;
  const deref = (node: Json | undefined): Json => {
    const ref = node?.$ref as unknown as string | undefined;
    if (ref === undefined) {
      return node ?? ({} as Json);
    }
    const keys = ref.slice(2).split("/");
    return deref(keys.reduce((at, key) => at?.[fromPointer(key)] as Json, root));
  };
  const list = (node: Json | undefined) => Object.entries(node ?? {}) as [string, Json][];
  const exampleValues = (content: Json | undefined) =>
    Object.fromEntries(
      list(content).flatMap(([, media]) =>
        list(media.examples).map(([name, example]) => [name, deref(example).value]),
      ),
    );
  return list(root.paths).flatMap(([path, item]) =>
    list(item)
      .filter(([, operation]) => operation.operationId)
      .map(([method, operation]) => ({
        id: String(operation.operationId),
        method: method.toUpperCase(),
        path,
        secured: list(operation.security ?? root.security).some(([, each]) => list(each).length),
        parameters: [...list(item.parameters), ...list(operation.parameters)].map(([, each]) => {
          const parameter = deref(each);
          const examples = list(parameter.examples).map(([name, value]) => [name, deref(value)]);
          return { ...parameter, examples: Object.fromEntries(examples) } as unknown as Parameter;
        }),
        body: Object.values(exampleValues(deref(operation.requestBody).content))[0],
        cursorField: operation["x-pagination"]?.cursorField as unknown as string | undefined,
        responses: list(operation.responses).map(([status, each]) => ({
          status: Number(status),
          headers: Object.keys(deref(each).headers ?? {}),
          examples: exampleValues(deref(each).content),
        })),
      })),
  );
}

function fromPointer(key: string): string {
  return decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The request that an operation's own examples make, required parameters only. */
export function requestFor(operation: ContractOperation): { target: string; init: RequestInit } {
  const { path, method, parameters, body, secured } = operation;
  const query = new URLSearchParams();
  let target = path;
  for (const parameter of parameters.filter(({ required }) => required)) {
    const value = String(parameter.example ?? Object.values(parameter.examples ?? {})[0]?.value);
    if (parameter.in === "path") {
      target = target.replace(`{${parameter.name}}`, encodeURIComponent(value));
    } else {
      query.set(parameter.name, value);
    }
  }
  const headers: Record<string, string> = {
    ...(secured ? { authorization: "Bearer token" } : {}),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return { target: `${target}${query.size > 0 ? `?${query}` : ""}`, init };
}
