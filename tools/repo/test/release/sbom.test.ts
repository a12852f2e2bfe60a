import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { pnpmCommand } from "../../src/extras/index.ts";
import { listPackages } from "../../src/release/packages.ts";

interface Component {
  readonly name: string;
  readonly purl: string;
}

const folder = join(repositoryRoot, "dist/sbom");
const workspace = parse(await readFile(join(repositoryRoot, "pnpm-workspace.yaml"), "utf8"));

async function componentsOf(name: string): Promise<Component[]> {
  const file = `${name.replace("@", "").replace("/", "-")}-0.0.0.cdx.json`;
  return JSON.parse(await readFile(join(folder, file), "utf8")).components;
}

beforeAll(async () => {
  const [program, ...first] = pnpmCommand();
  await promisify(execFile)(program, [...first, "run", "sbom"], { cwd: repositoryRoot });
}, 120_000);

it("lists the dependencies of each published package", async () => {
  const files = await readdir(folder);
  expect(files).toEqual(
    expect.arrayContaining([expect.stringMatching(/^chainkit-server-.*\.cdx/)]),
  );
  expect(files.length).toBeGreaterThanOrEqual((await listPackages()).length);
  const names = (await componentsOf("@chainkit/server")).map(({ purl }) => purl);
  expect(names).toContainEqual(expect.stringMatching(/^pkg:npm\/fastify@5\.\d+\.\d+$/));
  expect(names.join()).not.toContain("vitest");
});

it("has lodash with the fixes of its advisories only", async () => {
  const components = await componentsOf("@chainkit/mock");
  const lodash = components.filter(({ name }) => name === "lodash");
  expect(lodash.map(({ purl }) => purl)).toEqual(["pkg:npm/lodash@4.18.1"]);
});

it("has no dependency that is younger than a day", () => {
  expect(workspace.minimumReleaseAge).toBeGreaterThanOrEqual(24 * 60);
});
