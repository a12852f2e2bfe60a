import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { repositoryRoot, specFolder } from "@chainkit/spec";

/** A piece of TypeScript that readers are shown. */
export interface CodeBlock {
  /** Where it stands: the file, and the number of the block in it. */
  readonly name: string;
  readonly code: string;
}

const fence = /^```ts\n(.*?)^```$/gms;

async function readMarkdown(file: string): Promise<CodeBlock[]> {
  const text = await readFile(file, "utf8");
  return [...text.matchAll(fence)].map(([, code = ""], i) => ({
    name: `${relative(repositoryRoot, file)} ${i + 1}`,
    code,
  }));
}

/** The `ts` blocks of the README of the repository and of each package. */
export async function readmeBlocks(): Promise<CodeBlock[]> {
  const packages = await readdir(join(repositoryRoot, "packages"));
  const files = [".", ...packages.map((name) => join("packages", name))]
    .map((folder) => join(repositoryRoot, folder, "README.md"))
    .map((file) => readMarkdown(file));
  return (await Promise.all(files)).flat();
}

/** The code sample of each operation. */
export async function samples(): Promise<CodeBlock[]> {
  const folder = join(specFolder, "samples");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts"));
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, ".ts"),
      code: await readFile(join(folder, file), "utf8"),
    })),
  );
}
