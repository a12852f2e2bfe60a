import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { Figure } from "../src/figures.ts";
import { mode } from "../src/indexers/index.ts";

const exec = promisify(execFile);
const cli = join(import.meta.dirname, "../src/cli.ts");

it.runIf(process.platform === "linux")(
  "has figures of every indexer, all of which have indexed the whole chain",
  async () => {
    // The bench starts its own PostgreSQL, of which Vitest knows nothing.
    const { VITEST, ...env } = process.env;
    const args = [cli, "--peers", "--quick", "--json"];
    const { stdout } = await exec(process.execPath, args, { env });
    const found: Record<string, Figure[]> = JSON.parse(stdout);
    expect(Object.keys(found)).toEqual(mode.names);
    for (const { what, values } of Object.values(found).flat()) {
      for (const [name, value] of Object.entries(values)) {
        expect(value, `${what}: ${name}`).toBeGreaterThan(0);
      }
    }
  },
);
