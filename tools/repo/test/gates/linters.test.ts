import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { useExtras } from "../../src/extras/index.ts";
import { bundle } from "../../src/gates/bundle.ts";
import { imageFolder } from "../../src/gates/image.ts";

/** A finding, with lines and columns from 0. */
interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

const linters = await useExtras("linters");
const dockerfiles = linters.load<{ validate(text: string): Diagnostic[] }>("dockerfile-utils");
const workflowsFolder = join(repositoryRoot, ".github/workflows");

/** What the editor of GitHub says about workflows, contexts and functions of their expressions included. */
let workflows: {
  validate(document: { readonly uri: string; getText(): string }): Promise<Diagnostic[]>;
};
beforeAll(async () => {
  // It imports JSON in a way that Node does not.
  const code = await bundle('export * from "@actions/languageservice"', linters.folder);
  workflows = await import(`data:text/javascript,${encodeURIComponent(code)}`);
});

const shown = (found: readonly Diagnostic[]) =>
  found.map(({ message, range }) => `${range.start.line + 1}: ${message}`);

let documents = 0;
async function lintWorkflow(text: string): Promise<string[]> {
  // It remembers documents by their address.
  documents += 1;
  const uri = `file:///${documents}.yml`;
  return shown(await workflows.validate({ uri, getText: () => text }));
}

describe("workflows", async () => {
  const names = await readdir(workflowsFolder);
  const read = (name: string) => readFile(join(workflowsFolder, name), "utf8");

  it.each(names)("%s has no fault, its expressions included", async (name) => {
    expect(await lintWorkflow(await read(name))).toEqual([]);
  });

  it.each([
    ["matrix.shard", "matrix.shart", /Context access might be invalid: shart/],
    ["github.sha", "githb.sha", /Unrecognized named-value: 'githb'/],
    ["runs-on:", "run-on:", /Unexpected value 'run-on'/],
  ])("%s written as %s is found", async (right, wrong, message) => {
    const text = (await read("ci.yml")).replace(right, wrong);
    expect((await lintWorkflow(text)).join("\n")).toMatch(message);
  });
});

describe("the Dockerfile", async () => {
  const text = await readFile(join(imageFolder, "Dockerfile"), "utf8");
  const lint = (code: string) => shown(dockerfiles.validate(code));

  it("has no fault", () => {
    expect(lint(text)).toEqual([]);
  });

  it.each([
    ["USER node", "USERS node", /Unknown instruction: USERS/],
    ["--from=build", "--form=build", /Unknown flag: form/],
  ])("%s written as %s is found", (right, wrong, message) => {
    expect(lint(text.replace(right, wrong)).join("\n")).toMatch(message);
  });
});
