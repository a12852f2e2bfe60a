import { NEWEST } from "../../test/reference/data.ts";
import { answers, type Defect, defectsOf } from "./defect.ts";

const covers = (operation: string, coverage: string) =>
  answers(operation, (answer) => ({
    ...answer,
    headers: { ...answer.headers, "chainkit-coverage": coverage },
  }));

/** Lists that say more about themselves than is true. */
export const coverageDefects: readonly Defect[] = defectsOf("coverage", "implied", {
  "a list from the middle of the chain said to be complete": covers(
    "getAddressTransactions",
    `from=5, to=${NEWEST}, complete`,
  ),
  "balances said to be complete while some are pending": covers(
    "getErc20Balances",
    `from=0, to=${NEWEST}, complete, pending=1, unreadable=0`,
  ),
  "a transaction below the first block of its list": covers(
    "getLatestTransactions",
    `from=${NEWEST + 1}, to=${NEWEST + 1}, complete=?0`,
  ),
  "a coverage that is no dictionary": covers("getAddressTransactions", "from:0, to:5"),
});
