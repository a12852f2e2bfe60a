import type { JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { field, whole } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import { recordsOf } from "./lookups.ts";

/** Invariants of token balances. */
export const tokenInvariants: readonly Invariant[] = [
  {
    name: "balance equals raw_balance divided by 10^decimals, exactly",
    basis:
      "Balance in whole tokens, that is `raw_balance` divided by 10 to the power of the contract's `decimals`; exact and without trailing zeros in the examples.",
    operation: "getErc20Balances",
    needs: ["known"],
    check: async (fixture, params) => {
      for (const { balance, raw_balance: raw, contract } of await listed(fixture, params)) {
        const decimals = field(contract, "decimals");
        const amount = whole(raw);
        const isWhole = amount !== undefined;
        fixture.guard(isWhole, "raw_balance is a decimal integer", `${raw}`, "balance-format");
        if (typeof decimals !== "number" || !isWhole) {
          fixture.skip("no listed token has decimals");
          continue;
        }
        const expected = shifted(amount, decimals);
        const actual = String(balance);
        const isSame = plain(actual) === expected;
        fixture.assert(isSame, `balance is ${expected}`, actual, "balance-format");
      }
    },
  },
  {
    name: "only tokens that the wallet holds are listed",
    basis: "No: the listing has the tokens that the wallet holds.",
    operation: "getErc20Balances",
    check: async (fixture, params) => {
      // Asked for by its contract, a token of which nothing is held is listed, too.
      const asked = { ...params, "contract-address": undefined };
      for (const { raw_balance: raw, contract } of await listed(fixture, asked)) {
        const expected = `raw_balance of ${field(contract, "address")} is not 0`;
        fixture.assert(whole(raw) !== 0n, expected, `${raw}`, "zero-balances");
      }
    },
  },
  {
    name: "an ERC-721 token is held once",
    basis: "1: a token has one owner, who holds it once.",
    operation: "getErc721Balances",
    check: async (fixture, params) => {
      for (const { balance, address, tokenId } of await listed(fixture, params)) {
        const isOnce = Number(balance) === 1;
        fixture.assert(isOnce, `balance of ${address} ${tokenId} is 1`, `${balance}`);
      }
    },
  },
];

/** The first page of a known listing. */
async function listed(fixture: Fixture, params: CallParams): Promise<JsonObject[]> {
  const records = await recordsOf(fixture, fixture.operation.id, params);
  if (records.length === 0) {
    fixture.skip("the listings are empty");
  }
  return records;
}

/** A whole number divided by a power of ten, without trailing zeros. */
function shifted(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  return plain(`${digits.slice(0, split)}.${digits.slice(split)}`);
}

function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0*$/, "") : decimal;
}
