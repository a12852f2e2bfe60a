import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { repositoryRoot } from "@chainkit/spec";

const biome = fileURLToPath(import.meta.resolve("@biomejs/biome/bin/biome"));

/** What has been formatted, by path: `dev` generates the same text many times, and each run is a process. */
const latest = new Map<string, { readonly source: string; readonly result: string }>();

/** Formats a text as the file of that path, with the repository's formatter. */
async function formatted(path: string, source: string): Promise<string> {
  const known = latest.get(path);
  if (known?.source === source) {
    return known.result;
  }
  const result = await format(path, source);
  latest.set(path, { source, result });
  return result;
}

async function format(path: string, source: string): Promise<string> {
  const child = spawn(process.execPath, [biome, "check", "--write", `--stdin-file-path=${path}`], {
    cwd: repositoryRoot,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  child.stdin.end(source);
  const [result, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) {
    throw new Error(`${path}: the formatter rejected it`);
  }
  return result;
}

/** Whether the formatter has its program for this platform; the lockfile may lack it. */
function isInstalled(): boolean {
  const program = `@biomejs/cli-${process.platform}-${process.arch}`;
  const { resolve } = createRequire(biome);
  const isThere = (name: string) => {
    try {
      return resolve(`${name}/package.json`) !== "";
    } catch {
      return false;
    }
  };
  return isThere(program) || isThere(`${program}-musl`);
}

let hasWarned = false;

/**
 * Formats files, which are given and returned as text by path. Where the formatter has no program, none is
 * returned: the files stay as they are, and a warning says so.
 */
export async function formatFiles(
  files: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (!isInstalled()) {
    if (!hasWarned) {
      hasWarned = true;
      console.error(
        `Biome is not installed for ${process.platform}-${process.arch}, so READMEs and manifests are not ` +
          "generated. To add it: npx --yes pnpm@12 install --fix-lockfile",
      );
    }
    return new Map();
  }
  const each = async ([path, source]: [string, string]): Promise<[string, string]> => [
    path,
    await formatted(path, source),
  ];
  return new Map(await Promise.all([...files].map(each)));
}
