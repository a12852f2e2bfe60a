import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const cli = join(import.meta.dirname, "../src/cli.ts");

function bench(line: string) {
  const args = [cli, ...line.split(" ")];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, stdout, stderr };
}

it("lists the measures below its options", () => {
  const stdout = expect.stringMatching(/^Usage: bench .*\n\nMeasures:\n {2}clients {2}stub,/s);
  expect(bench("--quick -h")).toEqual({ status: 0, stdout, stderr: "" });
});

it.each([
  ["--only stubb", /^bench: unknown measure stubb; .* Did you mean stub\?\n$/],
  ["--service --only stub", /^bench: unknown measure stub; expected one of reads, ingest, soak\n$/],
  ["--peers --only bare,stub", /^bench: unknown measure stub; .*, bare\n$/],
  [
    "--service --provider 42",
    /^bench: unknown provider 42; .* limited, 429, 429 Retry-After, 429 as code, -32005, -32007, per item\. Did/,
  ],
  ["--soak=-1", /^bench: --soak must be a number of minutes; received "-1"\n$/],
  ["--soak 1.", /received "1\."\n$/],
  ["--soak 1.5 --provider none", /^bench: unknown provider none; /],
  ["--soak=1.5x", /received "1.5x"\n$/],
])("refuses %s", (line, stderr) => {
  expect(bench(line)).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(stderr) });
});
