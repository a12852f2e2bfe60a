/** Tries every nth defect in a separate process, so that the trials use all cores. */
import { defects } from "../../defects/service/index.ts";
import { tryDefect } from "./try.ts";

const [share = 0, shares = 1] = process.argv.slice(2).map(Number);
for (const [index, defect] of defects.entries()) {
  if (index % shares === share) {
    process.send?.(await tryDefect(defect));
  }
}
process.disconnect?.();
