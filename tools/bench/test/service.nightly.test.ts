import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { Figure } from "../src/figures.ts";
import { mode } from "../src/service/index.ts";

const exec = promisify(execFile);
const cli = join(import.meta.dirname, "../src/cli.ts");

const { names } = mode;

it("has the figures of the service", async () => {
  const soak = ["--soak", "0.1", "--provider", "limited"];
  const args = [cli, "--service", "--quick", "--only", names.join(), ...soak, "--json"];
  // The bench starts its own PostgreSQL, of which Vitest knows nothing.
  const env = { ...process.env, VITEST: undefined };
  const { stdout, stderr } = await exec(process.execPath, args, { env });
  const found: Record<string, Figure[]> = JSON.parse(stdout);
  expect(Object.keys(found)).toEqual(names);
  const counts = Object.entries(found).map(([name, figures]) => [name, figures.length]);
  const ingest = stderr.includes("no real mainnet blocks") ? 1 : 7;
  const expected: Record<string, number> = { reads: 13, ingest, soak: 2 };
  expect(counts).toEqual(names.map((name) => [name, expected[name]]));
  for (const { what, ratio, values } of Object.values(found).flat()) {
    expect(ratio, what).toBeGreaterThan(0);
    for (const [name, value] of Object.entries(values)) {
      expect(value, `${what}: ${name}`).toBeGreaterThan(0);
    }
  }
});
