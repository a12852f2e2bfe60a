import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readProblems, readRegister, registerText, repositoryRoot } from "@chainkit/spec";

/** The register of open questions. */
export async function readQuestions(spec: string): Promise<string> {
  const register = registerText(await readRegister(spec));
  return `# Open questions\n\n${register.replaceAll(/^###/gm, "##")}`;
}

/** The catalogue of errors, a section for each. */
export async function readErrors(spec: string): Promise<string> {
  const problems = await readProblems(spec);
  const row = ({ status, name, title }: (typeof problems)[number]) =>
    `| [\`${name}\`](#${name}) | ${status} | ${title} |`;
  const section = ({ name, status, title, cause, fix }: (typeof problems)[number]) =>
    `## ${name}\n\n**${title}**, status ${status}, type \`/problems/${name}\`\n\n**Cause.** ${cause}\n\n**Fix.** ${fix}`;
  return [
    "# Errors",
    "The errors of chainkit's service, with their causes and fixes.",
    "Chain data and address data respond with [problem details](../../packages/docs/guides/errors-and-retries.md#error-bodies), whose `type` is `/problems/<name>`: a path on the host of the API, which serves the same text. Subgraph management responds with its envelope, whose `code` is the status. Other deployments may have [other errors](../README.md#question-24).",
    ["| Name | Status | Title |", "| --- | --- | --- |", ...problems.map(row)].join("\n"),
    ...problems.map(section),
  ].join("\n\n");
}

/** Reads the results of the benchmarks from their README: a table per kind with one sentence. */
export async function readBenchmarks(): Promise<string> {
  const readme = await readFile(join(repositoryRoot, "tools/bench/README.md"), "utf8");
  const results = readme.split(/^## /m).find((section) => section.startsWith("Results\n"));
  if (results === undefined) {
    throw new Error("tools/bench/README.md has no section Results");
  }
  return results.replace("Results", "# Benchmarks").replaceAll(/^###/gm, "##");
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

/**
 * Collects the changelogs of the published packages, and the unreleased changesets.
 *
 * @param root The repository. Default: this one.
 */
export async function readChangelog(root = repositoryRoot): Promise<string> {
  // What a branch has left behind, such as its build, is no package.
  const folders = (await readdir(join(root, "packages")))
    .sort()
    .map((name) => join(root, "packages", name))
    .filter((folder) => existsSync(join(folder, "package.json")));
  const packages = await Promise.all(folders.map(readPackage));
  const published = packages.filter(({ manifest }) => !manifest.private);
  const rows = published.map(({ manifest }) => `| \`${manifest.name}\` | ${manifest.version} |`);
  const versions = [
    "The packages and the versions that these pages describe:",
    ["| Package | Version |", "| --- | --- |", ...rows].join("\n"),
  ];
  const parts = [
    "# Changelog",
    ...(published.some(({ changes }) => changes)
      ? versions
      : ["No package has been released yet."]),
    ...(await unreleased(root)),
    ...published.flatMap(({ manifest, changes }) =>
      changes ? [`## ${manifest.name}`, changes] : [],
    ),
  ];
  return parts.join("\n\n");
}

async function readPackage(folder: string): Promise<{ manifest: Manifest; changes: string }> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = join(folder, "CHANGELOG.md");
  const changelog = existsSync(file) ? await readFile(file, "utf8") : "";
  // The package name replaces the title; the headings below it move one level down.
  const changes = changelog.replace(/^# .*$/m, "").replaceAll(/^##/gm, "###");
  return { manifest, changes };
}

/** Reads the changesets that are not part of a release. */
async function unreleased(root: string): Promise<string[]> {
  const folder = join(root, ".changeset");
  const files = (await readdir(folder)).filter((file) => /^(?!README).*\.md$/.test(file));
  const texts = await Promise.all(files.sort().map((file) => readFile(join(folder, file), "utf8")));
  return texts.length === 0 ? [] : ["## Not released yet", ...texts.map(changeText)];
}

/** Text of a changeset after the names of the packages that it changes. */
function changeText(changeset: string): string {
  const [, head = "", text = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(changeset) ?? [];
  const names = [...head.matchAll(/"@chainkit\/([\w-]+)"/g)].map(([, name = ""]) => name);
  return `**${names.join(", ")}** — ${text.trim()}`;
}
