import { spawn } from "node:child_process";
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

/** Formats files, which are given and returned as text by path. */
export async function formatFiles(
  files: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const each = async ([path, source]: [string, string]): Promise<[string, string]> => [
    path,
    await formatted(path, source),
  ];
  return new Map(await Promise.all([...files].map(each)));
}
