import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { field } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import { type Listing, listingOf } from "../invariants/listing.ts";
import { type WalkOptions, walk } from "../invariants/walk.ts";

/** Looks up a block. */
export async function getBlock(
  fixture: Fixture,
  chain: unknown,
  number: unknown,
): Promise<JsonObject> {
  return lookUp(fixture, "getBlock", "block", { chain_name: chain, block_number: String(number) });
}

/** Looks up a transaction. */
export async function getTransaction(
  fixture: Fixture,
  chain: unknown,
  hash: unknown,
): Promise<JsonObject> {
  const params = { chain_name: chain, transaction_hash: hash };
  return lookUp(fixture, "getTransaction", "transaction", params);
}

/** Looks up an NFT. */
export async function getNft(fixture: Fixture, params: CallParams): Promise<JsonObject> {
  return lookUp(fixture, "getNft", "nft", params);
}

async function lookUp(
  fixture: Fixture,
  id: string,
  name: string,
  params: CallParams,
): Promise<JsonObject> {
  const { body } = await fixture.call(id, params);
  const found = field(body, name);
  return isObject(found) ? found : {};
}

/** The records of a page. */
export async function recordsOf(
  fixture: Fixture,
  id: string,
  params: CallParams,
): Promise<JsonObject[]> {
  const { itemsField = "" } = fixture.context.operation(id).pagination ?? {};
  const { body } = await fixture.call(id, params);
  return itemsOf(field(body, itemsField)) as JsonObject[];
}

/** The records of a listing, as far as they were read, and what identifies them. */
export interface Listed {
  readonly records: readonly JsonObject[];
  readonly keys: readonly string[];
  /** Whether the end was reached. */
  readonly complete: boolean;
  keyOf(record: unknown): string;
}

/** Reads a listing in its largest pages. */
export async function listRecords(
  fixture: Fixture,
  id: string,
  params: CallParams,
  options: WalkOptions = {},
): Promise<Listed> {
  const listing = listingOf(fixture.context.operation(id)) as Listing;
  const { records, ...found } = await walk({ fixture, listing, params }, options);
  return { ...found, records: records as JsonObject[], keyOf: listing.keyOf };
}

/** Whether a value is absent or null. */
export function isNone(value: unknown): boolean {
  return (value ?? null) === null;
}
