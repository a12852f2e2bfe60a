import { isObject } from "@chainkit/openapi";
import type { Invariant } from "./invariant.ts";
import { getPage } from "./walk.ts";

/** An amount of the smallest unit in whole tokens may differ by the rounding of a JSON number. */
const ROUNDING = 1e-9;

/** An amount says the same in whole tokens and in the smallest unit. */
export const amountInvariants: readonly Invariant[] = [
  {
    name: "value equals value_raw in whole tokens",
    operation: "getTransaction",
    needs: ["known"],
    check: async (fixture) => {
      for (const params of fixture.known("getTransaction")) {
        const { body } = await fixture.call("getTransaction", params);
        const found = isObject(body) && isObject(body.transaction) ? body.transaction : {};
        const expected = Number(found.value_raw) / 1e18;
        const isSame = Math.abs(Number(found.value) - expected) <= expected * ROUNDING;
        fixture.assert(isSame, `value is ${expected}, from value_raw`, `${found.value}`);
      }
    },
  },
  {
    name: "balance equals raw_balance divided by 10^decimals, exactly",
    operation: "getErc20Balances",
    needs: ["known"],
    check: async (fixture) => {
      for (const params of fixture.known("getErc20Balances")) {
        const { records } = await getPage(fixture, fixture.operation, params);
        for (const record of records.filter(isObject)) {
          const { decimals } = isObject(record.contract) ? record.contract : {};
          if (typeof decimals !== "number") {
            continue;
          }
          const expected = shifted(String(record.raw_balance), decimals);
          const actual = String(record.balance);
          fixture.assert(plain(actual) === expected, `balance is ${expected}`, actual);
        }
      }
    },
  },
];

/** A whole number divided by a power of ten, without trailing zeros. */
function shifted(raw: string, decimals: number): string {
  const digits = raw.padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  return plain(`${digits.slice(0, split)}.${digits.slice(split)}`);
}

function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0*$/, "") : decimal;
}
