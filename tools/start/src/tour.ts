import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  bundleSpec,
  listAreas,
  listOperations,
  repositoryRoot,
  type SpecOperation,
} from "@chainkit/spec";
import { describe } from "./describe.ts";
import { type CallSource, callValues, clientOptions, inOrder } from "./values.ts";

/** One operation that was called, and what came of it. */
export interface Stop {
  readonly area: string;
  readonly operation: SpecOperation;
  /** A readable piece of the answer; absent: the call failed. */
  readonly answer?: string;
  readonly error?: Error;
}

/** A client as far as the tour uses it: a method for each operation. */
type AnyClient = Readonly<Record<string, (values: object) => Promise<unknown> & Listing>>;

interface Listing extends AsyncIterable<unknown> {
  pages(): AsyncIterable<unknown>;
}

/** An API area and its operations. */
export interface AreaOperations {
  readonly area: string;
  readonly operations: readonly SpecOperation[];
}

/** What there is to call, as the spec is now. */
export async function readAreas(): Promise<AreaOperations[]> {
  const areas = await listAreas();
  return Promise.all(
    areas.map(async ({ name, file }) => ({
      area: name,
      operations: listOperations(await bundleSpec(file)),
    })),
  );
}

/**
 * Calls every operation of the areas through their generated clients, one after the other, with the
 * values of the source, or of the spec's own examples. A call that fails does not keep the others
 * from running.
 */
export async function* tour(
  areas: readonly AreaOperations[],
  baseUrl: string,
  source?: CallSource,
): AsyncGenerator<Stop> {
  for (const { area, operations } of areas) {
    let client: Promise<AnyClient> | undefined;
    for (const operation of inOrder(operations, source)) {
      try {
        client ??= createClient(area, clientOptions(operations, baseUrl, source?.token));
        yield { area, operation, answer: await call(await client, operation, source) };
      } catch (error) {
        yield { area, operation, error: error as Error };
      }
    }
  }
}

async function createClient(area: string, options: Record<string, unknown>): Promise<AnyClient> {
  const file = join(repositoryRoot, "packages", area, "dist", "index.js");
  const module = await import(pathToFileURL(file).href).catch((error: Error) => {
    throw new Error(`packages/${area} is not built: ${error.message}`, { cause: error });
  });
  return module[`create${pascalCase(area)}Client`](options);
}

async function call(
  client: AnyClient,
  operation: SpecOperation,
  source: CallSource | undefined,
): Promise<string> {
  const method = client[operation.id];
  if (!method) {
    throw new Error("the client has no such method: generate and build it");
  }
  const values = callValues(operation, source);
  return operation.pagination ? walk(method(values)) : describe(await method(values));
}

/** Goes through a listing to its end: by pages and by items. */
async function walk(listing: Listing): Promise<string> {
  let pages = 0;
  for await (const _page of listing.pages()) {
    pages += 1;
  }
  const items: unknown[] = [];
  for await (const item of listing) {
    items.push(item);
  }
  const counted = `${count(pages, "page")}, ${count(items.length, "item")}`;
  return items.length > 0 ? `${counted} · ${describe(items[0])}` : counted;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}
