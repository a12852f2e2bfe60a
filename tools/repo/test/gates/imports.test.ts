import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, it, onTestFinished } from "vitest";
import { run } from "../../src/gates/run.ts";

const architecture = await readFile(join(repositoryRoot, "ARCHITECTURE.md"), "utf8");

/** Modules of the service, from the one that imports all others to the one that imports none. */
const layers = (/^ {4}(cli → .*)$/m.exec(architecture)?.[1] ?? "")
  .split(" → ")
  .map((layer) => layer.split(", "));

/** Imports that the rules forbid: the rule that must report each, the importing and the imported file. */
const FORBIDDEN = [
  ...layers.slice(1).flatMap((layer, at) =>
    layer.flatMap((module) =>
      (layers[at] ?? []).map((above) => {
        const folder = "packages/server/src";
        return `server-layers-${layer.join("-")}: ${folder}/${module}/imports-${above}.ts ${folder}/${above}/index.ts`;
      }),
    ),
  ),
  "no-cycle: packages/runtime/src/one.ts packages/runtime/src/two.ts",
  "resolvable: packages/runtime/src/lost.ts packages/runtime/src/missing.ts",
  "commands-stay-in-cli: packages/server/src/dev/command.ts packages/server/src/cli/index.ts",
  "http-knows-no-handler: packages/server/src/http/handled.ts packages/server/src/handlers/index.ts",
  "sql-behind-the-port: packages/server/src/http/sql.ts packages/server/src/store/sqlite/database.ts",
  "packages-need-no-tool: packages/mock/src/tool.ts tools/spec/src/index.ts",
  "commands-are-nobodys-library: packages/mock/src/docs.ts packages/docs/src/index.ts",
  "suite-of-any-document: packages/contract-tests/src/cases/tokens.ts packages/contract-tests/src/chain/tokens.ts",
  "runtime-stands-alone: packages/runtime/src/openapi.ts packages/openapi/src/index.ts",
  "sources-need-no-test: packages/mock/src/tested.ts packages/mock/test/support.ts",
].map((line) => line.split(/:? /) as [rule: string, from: string, to: string]);

/** What the tests read of the report. */
interface Summary {
  readonly violations: readonly {
    readonly rule: { readonly name: string };
    readonly from: string;
  }[];
  readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
}

const ALLOWED = [
  "packages/server/src/cli/allowed.ts",
  "packages/server/src/chain/index.ts",
] as const;

it("the rules of imports report each forbidden import, and allow the others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "imports-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  const imports = [...FORBIDDEN.map(([, from, to]) => [from, to] as const), ALLOWED];
  for (const [, to] of imports) {
    await write(to, "export const value = 1;\n");
  }
  for (const [from, to] of imports) {
    const path = relative(dirname(from), to).replace(/^(?!\.)/, "./");
    await write(from, `export type { value } from "${path}";\n`);
  }
  await write("packages/runtime/src/two.ts", 'export type { value } from "./one.ts";\n');
  await rm(join(folder, "packages/runtime/src/missing.ts"));

  const config = join(repositoryRoot, ".dependency-cruiser.mjs");
  const command = join(
    repositoryRoot,
    "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
  );
  const args = [command, "--config", config, "--output-type", "json", "packages", "tools"];
  const { output } = await run(process.execPath, args, { cwd: folder });
  const { violations, ruleSetUsed }: Summary = JSON.parse(output).summary;
  const reported = violations.map(({ rule, from }) => `${rule.name} ${from}`);
  expect(reported).toEqual(
    expect.arrayContaining(FORBIDDEN.map(([rule, from]) => `${rule} ${from}`)),
  );
  expect(reported.filter((line) => line.endsWith(ALLOWED[0]))).toEqual([]);
  const tried = new Set(FORBIDDEN.map(([rule]) => rule));
  expect(new Set(ruleSetUsed.forbidden.map(({ name }) => name))).toEqual(tried);
});
