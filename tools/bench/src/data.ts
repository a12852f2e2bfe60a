import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas } from "@chainkit/spec";

/** JSON response bodies for the peers. */
export interface Bodies {
  /** One block. */
  readonly small: string;
  /** Pages of a listing, each with 100 rows and the cursor of the next page. */
  readonly pages: readonly string[];
}

/** Returns the bodies of the 200 examples of an operation. */
async function examplesOf(operationId: string): Promise<Readonly<Record<string, unknown>>[]> {
  const documents = (await listAreas()).map(({ file }) => bundleSpec(file));
  const operations = (await Promise.all(documents)).flatMap(readOperations);
  const { responses = [] } = operations.find(({ id }) => id === operationId) ?? {};
  const examples = responses.find(({ status }) => status === "200")?.examples;
  return [...(examples?.values() ?? [])] as Readonly<Record<string, unknown>>[];
}

/** Builds the response bodies from the examples of the spec. */
export async function makeBodies(pageCount: number): Promise<Bodies> {
  const [[block], listings] = await Promise.all([
    examplesOf("getBlock"),
    examplesOf("getAddressTransactions"),
  ]);
  const shown = listings.flatMap(({ transactions }) => transactions as unknown[]);
  if (!block || shown.length === 0) {
    throw new Error("the spec has no examples to make bodies of");
  }
  const transactions = Array.from({ length: 100 }, (_, i) => shown[i % shown.length]);
  const pages = Array.from({ length: pageCount }, (_, i) =>
    JSON.stringify({ cursor: i + 1 < pageCount ? String(i + 1) : null, transactions }),
  );
  return { small: JSON.stringify(block), pages };
}
