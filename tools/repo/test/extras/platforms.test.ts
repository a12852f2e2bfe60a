import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
const isLocked = (name: string) => lockfile.includes(`\n  '${name}@`);
/** Whether an override of the workspace leaves it out on every platform. */
const isOmitted = (name: string) => lockfile.includes(`>${name}: '-'`);

/** Programs for the platforms that people develop on. */
const COMMON = /(darwin|linux|windows|win32)-(x64|amd64|64|arm64)(?!.*musl)/;

/** Manifests of the packages that the lockfile names. */
function* manifests(): Generator<{ optionalDependencies?: Record<string, string> }> {
  const store = join(root, "node_modules/.pnpm");
  for (const entry of readdirSync(store)) {
    const [, name = "", version = ""] = /^(@?[^@]+)@([^_(]+)/.exec(entry.replace("+", "/")) ?? [];
    if (name && new RegExp(`\\n {2}'?${name}@${version}'?:`).test(lockfile)) {
      const file = join(store, entry, "node_modules", name, "package.json");
      yield JSON.parse(readFileSync(file, "utf8"));
    }
  }
}

test("the lockfile has the programs of every common platform, not only of the one that wrote it", () => {
  const programs = new Set<string>();
  for (const { optionalDependencies = {} } of manifests()) {
    for (const name of Object.keys(optionalDependencies).filter((each) => COMMON.test(each))) {
      programs.add(name);
    }
  }
  expect([...programs].filter((name) => name.startsWith("@turbo/"))).toHaveLength(6);
  expect([...programs].filter((name) => name.startsWith("@foundry-rs/"))).toHaveLength(5);
  expect([...programs].filter((name) => !isLocked(name) && !isOmitted(name))).toEqual([]);
});
