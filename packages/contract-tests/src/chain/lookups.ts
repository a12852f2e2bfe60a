import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { field } from "../invariants/field.ts";
import type { Fixture } from "../invariants/fixture.ts";

/** Looks up a block. */
export async function getBlock(
  fixture: Fixture,
  chain: unknown,
  number: unknown,
): Promise<JsonObject> {
  return lookUp(fixture, "getBlock", "block", chain, { block_number: String(number) });
}

/** Looks up a transaction. */
export async function getTransaction(
  fixture: Fixture,
  chain: unknown,
  hash: unknown,
): Promise<JsonObject> {
  return lookUp(fixture, "getTransaction", "transaction", chain, { transaction_hash: hash });
}

async function lookUp(
  fixture: Fixture,
  id: string,
  name: string,
  chain: unknown,
  params: CallParams,
): Promise<JsonObject> {
  const { body } = await fixture.call(id, { chain_name: chain, ...params });
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
  return itemsOf(field(body, itemsField)).filter(isObject);
}
