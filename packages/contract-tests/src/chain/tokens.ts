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
    check: (fixture) =>
      forEachRecord(fixture, ({ balance, raw_balance: raw, contract }) => {
        const decimals = field(contract, "decimals");
        const isDecimal = whole(raw) !== undefined;
        fixture.guard(isDecimal, "raw_balance is a decimal integer", `${raw}`, "balance-format");
        if (typeof decimals !== "number" || whole(raw) === undefined) {
          fixture.skip("no listed token has decimals");
          return;
        }
        const expected = shifted(String(raw), decimals);
        const actual = String(balance);
        const isSame = plain(actual) === expected;
        fixture.assert(isSame, `balance is ${expected}`, actual, "balance-format");
      }),
  },
  {
    name: "only tokens that the wallet holds are listed",
    basis: "No: the listing has the tokens that the wallet holds.",
    operation: "getErc20Balances",
    needs: ["known", "state"],
    check: (fixture) =>
      forEachRecord(
        fixture,
        ({ raw_balance: raw, contract }) => {
          const address = field(contract, "address");
          const isHeld = whole(raw) !== 0n;
          fixture.assert(isHeld, `raw_balance of ${address} is not 0`, `${raw}`, "zero-balances");
        },
        // Asked for by its contract, a token of which nothing is held is listed, too.
        { "contract-address": undefined },
      ),
  },
  {
    name: "an ERC-721 token is held once",
    basis: "1: a token has one owner, who holds it once.",
    operation: "getErc721Balances",
    needs: ["known", "state"],
    check: (fixture) =>
      forEachRecord(fixture, ({ balance, address, tokenId }) => {
        const isOnce = Number(balance) === 1;
        fixture.assert(isOnce, `balance of ${address} ${tokenId} is 1`, `${balance}`);
      }),
  },
];

async function forEachRecord(
  fixture: Fixture,
  check: (record: JsonObject) => void,
  change: CallParams = {},
): Promise<void> {
  await fixture.forEach(fixture.known(), async (params) => {
    const records = await recordsOf(fixture, fixture.operation.id, { ...params, ...change });
    if (records.length === 0) {
      fixture.skip("the listings are empty");
    }
    for (const record of records) {
      check(record);
    }
  });
}

/** A whole number divided by a power of ten, without trailing zeros. */
function shifted(raw: string, decimals: number): string {
  const digits = raw.padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  return plain(`${digits.slice(0, split).replace(/^0+(?=\d)/, "")}.${digits.slice(split)}`);
}

function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0*$/, "") : decimal;
}
