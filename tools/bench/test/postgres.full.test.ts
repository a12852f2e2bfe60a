import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { Figure } from "../src/figures.ts";

const exec = promisify(execFile);
const cli = join(import.meta.dirname, "../src/cli.ts");

async function compareStores(...args: readonly string[]) {
  const command = [cli, "--postgres", "--quick", "--json", ...args];
  // The database is one of its own, and not in the folder that Vitest shares.
  const { VITEST, ...env } = process.env;
  const { stdout, stderr } = await exec(process.execPath, command, { env });
  const found: Record<string, Figure[]> = JSON.parse(stdout);
  for (const { what, ratio } of Object.values(found).flat()) {
    expect(ratio, what).toBeGreaterThan(0);
  }
  const counts = Object.entries(found).map(([name, figures]) => [name, figures.length]);
  return { counts: Object.fromEntries(counts), stderr };
}

it("removes blocks that it has added before", async () => {
  expect((await compareStores("--only", "rollback")).counts).toEqual({ rollback: 1 });
});

it("measures what real blocks take in both engines, or says that there are none", async () => {
  const { counts, stderr } = await compareStores("--only", "real");
  const isMissing = stderr.includes("no real mainnet blocks");
  expect(counts).toEqual({ real: isMissing ? 0 : 2 });
});

it.runIf(process.env.CHAINKIT_THOROUGH === "1")("has all figures of the stores", async () => {
  const { counts, stderr } = await compareStores();
  const real = stderr.includes("no real mainnet blocks") ? 0 : 2;
  expect(counts).toEqual({ ingest: 4, reads: 3, rollback: 1, real });
});
