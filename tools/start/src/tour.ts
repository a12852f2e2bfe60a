import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Operation, type Pagination, readOperations, successesOf } from "@chainkit/openapi";
import { bundleSpec, listAreas, repositoryRoot } from "@chainkit/spec";
import { describe } from "./describe.ts";
import { type CallSource, callValues, clientOptions, inOrder } from "./values.ts";

/** Result of calling an operation. */
export interface Stop {
  readonly area: string;
  readonly operation: Operation;
  /** Summary of the response; undefined if the call failed. */
  readonly answer?: string;
  /** Whether the mock was called, because the service does not implement the operation. */
  readonly isMock?: boolean;
  readonly error?: Error;
}

/** Service to call. */
export interface TourTarget {
  readonly url: string;
  /** Call parameters. Default: the examples of the spec. */
  readonly source?: CallSource;
  /** Whether it is a mock, whose listings end where the examples do. */
  readonly isMock?: boolean;
  /** URL of a mock for operations that the service does not implement. Default: they fail. */
  readonly mock?: () => Promise<string>;
}

/** The part of a client that the tour uses: one method per operation. */
type AnyClient = Readonly<Record<string, (values: object) => Promise<unknown> & Listing>>;

interface Listing {
  pages(): AsyncIterable<Page>;
  toArray(options: { max: number }): Promise<unknown[]>;
}

type Page = Readonly<Record<string, unknown>>;

/** An API area and its operations. */
export interface AreaOperations {
  readonly area: string;
  readonly operations: readonly Operation[];
}

const NOT_IMPLEMENTED = 501;

/** Reads the operations of all areas from the spec. */
export async function readAreas(): Promise<AreaOperations[]> {
  const areas = await listAreas();
  return Promise.all(
    areas.map(async ({ name, file }) => ({
      area: name,
      operations: readOperations(await bundleSpec(file)),
    })),
  );
}

/**
 * Calls every operation of the areas in sequence through the generated clients, with the parameters of
 * the source or the examples of the spec. A failed call does not stop the tour. If the service responds
 * with 501, because it has no handler yet, the mock is called instead.
 */
export async function* tour(
  areas: readonly AreaOperations[],
  { url, source, mock, isMock = false }: TourTarget,
): AsyncGenerator<Stop> {
  for (const { area, operations } of areas) {
    const clientOf = (baseUrl: string, token?: string) =>
      createClient(area, clientOptions(operations, baseUrl, token));
    for (const operation of inOrder(operations, source)) {
      const outcome = await clientOf(url, source?.token)
        .then((client) => call(client, operation, isMock, source))
        .then((answer) => ({ answer }))
        .catch(async (error) => {
          if (!mock || error.status !== NOT_IMPLEMENTED) {
            throw error;
          }
          const client = await clientOf(await mock());
          return { answer: await call(client, operation, true), isMock: true };
        })
        .catch((error: Error) => ({ error }));
      yield { area, operation, ...outcome };
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
  operation: Operation,
  isMock: boolean,
  source?: CallSource,
): Promise<string> {
  const method = client[operation.id];
  if (!method) {
    throw new Error("the client has no such method; run `generate` and `build`");
  }
  const values = callValues(operation, source);
  const { pagination } = operation;
  if (!pagination) {
    return describe(await method(values));
  }
  const cursors = isMock ? cursorsWithNext(operation, pagination) : undefined;
  return walk(method(values), pagination, cursors);
}

/** Lists the cursors that lead from one example to the next, which are all that a mock can follow. */
function cursorsWithNext({ responses }: Operation, { cursorField }: Pagination): unknown[] {
  const examples = successesOf(responses).flatMap((response) => [...response.examples.values()]);
  return examples.slice(0, -1).map((page) => Object(page)[cursorField]);
}

/**
 * Iterates over all pages and all items of a listing.
 *
 * @param cursors Cursors to follow. Default: all.
 */
async function walk(
  listing: Listing,
  { cursorField, itemsField }: Pagination,
  cursors?: readonly unknown[],
): Promise<string> {
  let pages = 0;
  let seen = 0;
  for await (const page of listing.pages()) {
    pages += 1;
    seen += Object(page[itemsField]).length;
    if (cursors && !cursors.includes(page[cursorField])) {
      break;
    }
  }
  const items = await listing.toArray({ max: cursors ? seen : Number.POSITIVE_INFINITY });
  const counted = `${count(pages, "page")}, ${count(items.length, "item")}`;
  return items.length > 0 ? `${counted} · ${describe(items[0])}` : counted;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}
