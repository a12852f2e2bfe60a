import type { JsonObject } from "@chainkit/openapi";
import { agree, canonical, whole } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import { getBlock, getTransaction, isNone, recordsOf } from "./lookups.ts";

/** Relative tolerance of amounts in whole tokens, which are JSON numbers and may be rounded. */
const ROUNDING = 1e-9;

/** Number of listed transactions that are looked up. */
const MAX_LOOKUPS = 8;

/** Size of the pages that they are taken from. */
const PAGE = 100;

const LISTINGS = ["getLatestTransactions", "getAddressTransactions", "getBlockTransactions"];

/** Invariants of single transactions, and between lookups and listings. */
export const transactionInvariants: readonly Invariant[] = [
  ofKnown(
    "value equals value_raw in whole tokens",
    "Whole native tokens and wei: `value` is `value_raw` / 10^18.",
    (fixture, { value, value_raw }) => {
      const expected = Number(value_raw) / 1e18;
      const isSame = Math.abs(Number(value) - expected) <= expected * ROUNDING;
      fixture.assert(isSame, `value is ${expected}, from value_raw`, `${value}`, "value-unit");
    },
  ),
  ofKnown(
    "contract_address is set only where a contract is created",
    "Address of the contract created by the transaction; null if none was created.",
    (fixture, transaction) => {
      const { contract_address: created, to_address: to } = transaction;
      const isRight = isNone(created) || isNone(to);
      fixture.assert(isRight, `contract_address is null, as to_address is ${to}`, `${created}`);
    },
  ),
  ofKnown(
    "gas_used is within the transaction's gas limit and cumulative_gas_used",
    "Gas used in the block up to and including this transaction.",
    (fixture, found) => {
      const { gas_used: used, gas: limit, cumulative_gas_used: sum } = found;
      const isWithin = !(Number(used) > Number(limit));
      fixture.assert(isWithin, `gas_used is at most ${limit}`, `${used}`);
      const isSum = !(Number(used) > Number(sum));
      fixture.assert(isSum, `cumulative_gas_used is at least ${used}`, `${sum}`);
    },
  ),
  ofKnown(
    "the prices of a transaction agree with its type",
    "Wei; for EIP-1559 transactions the effective price paid.",
    (fixture, transaction) => {
      const { transaction_type: type, gas_price, effective_gas_price: paid } = transaction;
      const [cap, tip] = [transaction.max_fee_per_gas, transaction.max_priority_fee_per_gas];
      const isFeeMarket = !isNone(cap);
      if (type === 0 || type === 1) {
        fixture.assert(!isFeeMarket, `max_fee_per_gas is null for type ${type}`, `${cap}`);
        fixture.assert(isNone(tip), `max_priority_fee_per_gas is null for type ${type}`, `${tip}`);
      }
      if (isFeeMarket) {
        const isPaid = agree(gas_price, paid);
        fixture.assert(isPaid, `gas_price is the price paid, ${paid}`, `${gas_price}`, "gas-price");
        const isWithin = !(Number(paid) > Number(cap));
        fixture.assert(isWithin, `effective_gas_price is at most ${cap}`, `${paid}`);
      }
    },
  ),
  {
    name: "a transaction agrees with the block that contains it",
    basis: "Hash of the block that contains the transaction.",
    operation: "getTransaction",
    also: ["getBlock"],
    check: async (fixture, { chain_name: chain, transaction_hash: hash }) => {
      const found = await getTransaction(fixture, chain, hash);
      const block = await getBlock(fixture, chain, found.block_number);
      fixture.assertAgrees(found, "block_hash", block.hash);
      fixture.assertAgrees(found, "block_timestamp", block.timestamp);
      const [index, count] = [found.transaction_index, block.transaction_count];
      const isAt = Number(index) >= 0 && Number(index) < Number(count);
      fixture.assert(isAt, `transaction_index is below ${count}`, `${index}`);
      const { base_fee_per_gas: base } = block;
      const { effective_gas_price: paid, max_fee_per_gas: cap } = found;
      if (!isNone(cap)) {
        const isAbove = !(Number(paid) < Number(base));
        const expected = `effective_gas_price is at least the block's base fee, ${base}`;
        fixture.assert(isAbove, expected, `${paid}`, "gas-price");
      }
    },
  },
  ...LISTINGS.map(
    (listing): Invariant => ({
      name: "a listed transaction is found by its hash, in either case, with the same fields",
      basis: "Transaction hash, `0x` followed by 64 hexadecimal digits (case-insensitive).",
      operation: listing,
      also: ["getTransaction"],
      check: async (fixture, params) => {
        const records = await recordsOf(fixture, listing, { ...params, limit: PAGE });
        if (records.length === 0) {
          fixture.skip("the listings are empty");
        }
        const creations = records.filter(({ to_address }) => isNone(to_address));
        const sampled = new Set([...records.slice(0, MAX_LOOKUPS), ...creations.slice(0, 1)]);
        await fixture.forEach(sampled, (listed) => lookUp(fixture, params.chainName, listed));
      },
    }),
  ),
];

/** An invariant of every known transaction. */
function ofKnown(
  name: string,
  basis: string,
  check: (fixture: Fixture, transaction: JsonObject) => void,
): Invariant {
  return {
    name,
    basis,
    operation: "getTransaction",
    needs: ["known"],
    check: async (fixture, { chain_name, transaction_hash }) =>
      check(fixture, await getTransaction(fixture, chain_name, transaction_hash)),
  };
}

async function lookUp(fixture: Fixture, chain: unknown, listed: JsonObject): Promise<void> {
  const hash = String(listed.transaction_hash);
  const found = await getTransaction(fixture, chain, hash);
  // `value` is in wei in a listing, and in whole tokens in a lookup.
  const { value: _, ...facts } = listed;
  for (const [name, expected] of Object.entries(facts)) {
    fixture.assertAgrees(found, name, expected, ", as in the listing");
  }
  const [value, raw] = [whole(listed.value), whole(found.value_raw)];
  const isRounded =
    value !== undefined && Math.abs(Number(value) - Number(raw)) <= Number(raw) * ROUNDING;
  const waiver = isRounded ? undefined : "listed-value-unit";
  fixture.assert(value === raw, `value is ${raw}, in wei`, `${listed.value}`, waiver);
  const upper = `0x${hash.slice(2).toUpperCase()}`;
  const again = await getTransaction(fixture, chain, upper);
  const expected = "the same transaction by its hash in upper case";
  fixture.assert(canonical(again) === canonical(found), expected, canonical(again));
}
