import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import type { SpecDocument } from "./spec-document.ts";

/** An operation as Prism understands it. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** One documented response of an operation. */
export type PrismResponse = PrismOperation["responses"][number];

/** Reads the operations of one document. Prism resolves references in place, hence the copy. */
export async function operationsOf(document: SpecDocument): Promise<PrismOperation[]> {
  return getHttpOperationsFromSpec(structuredClone(document));
}

/** What an operation is called in messages. */
export function operationName(operation: PrismOperation): string {
  return operation.iid ?? `${operation.method.toUpperCase()} ${operation.path}`;
}

/** The response that documents a status, be it exactly, as a range (`4XX`) or as `default`. */
export function responseFor(operation: PrismOperation, status: number): PrismResponse | undefined {
  const wanted = [String(status), `${String(status)[0]}XX`, "DEFAULT"];
  return wanted
    .map((code) => operation.responses.find((response) => response.code.toUpperCase() === code))
    .find((response) => response !== undefined);
}

/** The response that a valid request gets: the lowest 2xx. */
export function successOf(operation: PrismOperation): PrismResponse | undefined {
  return operation.responses
    .filter((response) => /^2(\d\d|XX)$/i.test(response.code))
    .sort((a, b) => a.code.localeCompare(b.code))[0];
}

/** The named examples of a response, of all its media types, in the order of the document. */
export function examplesOf(response: PrismResponse | undefined): { key: string; value: unknown }[] {
  return (response?.contents ?? []).flatMap((content) =>
    (content.examples ?? []).flatMap((example) =>
      "value" in example ? [{ key: example.key, value: example.value }] : [],
    ),
  );
}

/** The path and query parameters of an operation, with their named examples. */
export function parametersOf(
  operation: PrismOperation,
): { name: string; examples: ReadonlyMap<string, unknown> }[] {
  const { path = [], query = [] } = operation.request ?? {};
  return [...path, ...query].map(({ name, examples = [] }) => ({
    name,
    examples: new Map(
      examples.flatMap((example) => ("value" in example ? [[example.key, example.value]] : [])),
    ),
  }));
}
