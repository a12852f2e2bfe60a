/** Tries every nth defect in a separate process, so that the trials use all cores. */
import { tried, tryDefect } from "./try.ts";

const [share = 0, shares = 1] = process.argv.slice(2).map(Number);
for (const [index, defect] of tried.entries()) {
  if (index % shares === share) {
    process.send?.(await tryDefect(defect));
  }
}
process.disconnect?.();
