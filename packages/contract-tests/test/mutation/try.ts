import { titleOfResult } from "../../src/results.ts";
import { runContract } from "../../src/run.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import type { Defect } from "../defects/defect.ts";
import { known, startReference } from "../reference/server.ts";
import { TOKEN } from "../reference/service.ts";

/** Result of the suite for a server with one defect. */
export interface Trial {
  readonly kind: string;
  readonly basis: Defect["basis"];
  readonly defect: string;
  /** Title of the first case or invariant that failed; absent: the defect was not found. */
  readonly caughtBy?: string;
  /** The line of a spec that it broke. */
  readonly rule?: string;
}

/**
 * Runs the suite against the reference implementation with one defect, up to the first failure. Where
 * an invariant is likely to notice, the invariants go first; unless one fails, everything is run.
 */
export async function tryDefect(defect: Defect): Promise<Trial> {
  if (defect.basis === "implied") {
    const trial = await tryPart(defect, ["invariant"]);
    if (trial.caughtBy !== undefined) {
      return trial;
    }
  }
  return tryPart(defect);
}

async function tryPart(
  { kind, name, basis, apply, blockWaitMs = 0 }: Defect,
  include?: string[],
): Promise<Trial> {
  const reference = await startReference(apply);
  try {
    const report = await runContract(
      {
        target: reference.url,
        token: TOKEN,
        known,
        seed: 1,
        ...(include && { include }),
        bail: true,
        timeoutMs: 1000,
        deadlineMs: 60_000,
        blockWaitMs,
      },
      await specs,
    );
    const failed = report.results.find(({ outcome }) => outcome === "failed");
    if (!failed) {
      // Reasons why the suite could not test are included, such as a refused token.
      const isTold = report.reasons.some((reason) => reason.startsWith("the token is rejected"));
      return { kind, basis, defect: name, ...(isTold ? { caughtBy: "preflight" } : {}) };
    }
    const rule = failed.failure?.findings[0]?.rule ?? "";
    return { kind, basis, defect: name, caughtBy: titleOfResult(failed), rule };
  } finally {
    await reference.close();
  }
}

const specs = loadSpecs();
