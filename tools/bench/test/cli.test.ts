import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const otherPlatform =
  'data:text/javascript,Object.defineProperty(process,"platform",{value:"aix"})';
const cli = join(import.meta.dirname, "../src/cli.ts");

it.each([
  [
    "--quick -h",
    0,
    /^Usage: bench (.*\n)+\nOptions:\n( {2}-.* {2,}\w.*\n){6}\nMeasures:\n {2}clients {2}stub,/,
  ],
  ["--only stubb", 2, /^bench: unknown measure stubb; .* Did you mean stub\?\n$/],
  ["--service --only reads,stub", 2, / measure stub; expected one of reads, ingest, soak\n$/],
  ["--peers --only bare,stub", 2, / measure stub; .*, bare\n$/],
  ["--peers --only bare", 1, /^bench: .* needs Linux\n$/],
])("bench %s ends with %d", (line, status, said) => {
  const ran = spawnSync(process.execPath, ["--import", otherPlatform, cli, ...line.split(" ")], {
    encoding: "utf8",
  });
  expect(ran).toMatchObject({ status, stdout: status === 0 ? expect.stringMatching(said) : "" });
  expect(ran.stderr).toMatch(status === 0 ? /^$/ : said);
});
