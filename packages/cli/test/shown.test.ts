import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startMock } from "@chainkit/mock";
import { expect, test } from "vitest";
import { program, temporaryFolder } from "./support.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

/** The shell blocks of a text in order, and what stands behind them as their output. */
const blocksOf = (text: string) =>
  [...text.matchAll(/^```sh\n(.*?)^```(?:\n\n```text\n(.*?)^```)?/gms)].map(
    ([, code = "", prints]) => ({ code, prints }),
  );

test.each(["../README.md", "../../docs/guides/command-line.md"])(
  "the commands of %s do what it says",
  async (path) => {
    const mock = await startMock();
    const folder = temporaryFolder();
    const bin = join(folder, "bin");
    mkdirSync(bin);
    // `npx @chainkit/cli` is the built program, and `npx @chainkit/mock` runs already.
    const npx = `#!/bin/sh\n[ "$1" = @chainkit/mock ] && exit\nshift\nexec "${process.execPath}" "${program}" "$@"\n`;
    writeFileSync(join(bin, "npx"), npx, { mode: 0o755 });
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, XDG_CONFIG_HOME: folder };
    const settings = `export CHAINKIT_BASE_URL=${mock.url}\nset -e\n`;
    try {
      const blocks = blocksOf(read(path));
      expect(blocks.length).toBeGreaterThan(1);
      for (const { code, prints } of blocks) {
        const script = settings + code.replaceAll("http://127.0.0.1:4010", mock.url);
        const { stdout } = await promisify(execFile)("sh", ["-c", script], { env });
        const shown = stdout.replaceAll(mock.url, "http://127.0.0.1:4010").replaceAll("\r", "");
        expect(prints === undefined ? stdout.length >= 0 : shown).toEqual(prints ?? true);
      }
    } finally {
      await mock.close();
    }
  },
);

test("the README lists the exit codes as the help does", async () => {
  const { EXIT_CODES } = await import("../src/report-error.ts");
  const rows = [...read("../README.md").matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)];
  const found = rows.map(([, code, text = ""]) => [Number(code), text.toLowerCase()]);
  expect(found).toEqual(EXIT_CODES.map(([code, text]) => [code, text.toLowerCase()]));
});
