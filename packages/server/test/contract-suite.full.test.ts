import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Report, runContract } from "@chainkit/contract-tests";
import { expect, it } from "vitest";
import { run, runScript } from "./support/command.ts";
import { notServed } from "./support/operations.ts";
import { temporaryFolder } from "./support/support.ts";
import { isThorough } from "./support/thorough.ts";

const SUITE = fileURLToPath(new URL("../../contract-tests/src/cli.ts", import.meta.url));

// Excluded below: the suite would only find that they return 501.
for (const id of notServed) {
  it.todo(`conforms to the contract of ${id}`);
}

it("conforms to the contract as `dev` serves it, with the values that it prints", async () => {
  const folder = temporaryFolder();
  const [known, json] = [join(folder, "known.json"), join(folder, "report.json")];
  const dev = run(["dev", "--port", "0", "--known", known]);
  const [, token = ""] = await dev.until(/^Token +(\S+)$/m);
  const [, url = ""] = await dev.until(/^API +(\S+)$/m);
  const excluded = notServed.flatMap((id) => ["--exclude", id]);
  const where = ["--target", url, "--token", token, "--graph-ns", "dev", "--known", known];
  const suite = runScript(SUITE, [...where, "--strict", "--json", json, ...excluded]);
  const code = await suite.code;
  const { createTag = [] } = JSON.parse(await readFile(known, "utf8"));
  const discovered = await runContract({
    target: url,
    token,
    options: { graphNs: "dev" },
    known: { createTag, queryTag: createTag.slice(0, 1) },
    exclude: [...notServed],
    blockWaitMs: 0,
    // Each night, everything is tried with what is found.
    ...(!isThorough && { include: ["example", "*Tag"] }),
  });
  dev.child.kill("SIGINT");
  await dev.code;

  // From versions alone, every operation but the removal is tried with values that exist.
  expect(discovered.results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  expect(discovered.coverage.missing).toEqual([]);
  expect(discovered.reasons).toEqual([expect.stringMatching(/^removeSubgraph: /)]);

  expect({ code, output: suite.output() }).toMatchObject({ code: 0 });
  const report: Report = JSON.parse(await readFile(json, "utf8"));
  const { results, coverage, verdict } = report;
  const of = (outcome: string) => results.filter((each) => each.outcome === outcome);
  expect(verdict).toBe("kept");
  expect(of("failed")).toEqual([]);
  expect(coverage).toMatchObject({ missing: [], untried: [] });
  expect(of("passed").length).toBeGreaterThan(500);
  // Nothing untested passes: a dev service has one chain only.
  const unseen = of("not applicable").filter(({ kind }) => kind === "invariant");
  expect(unseen.map(({ reason }) => reason)).toEqual([
    "the target serves one chain only",
    "the target serves one chain only",
  ]);
});
