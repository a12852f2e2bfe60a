import { glob, readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { repositoryRoot, specFolder } from "@chainkit/spec";

/** A piece of code that readers are shown. */
export interface CodeBlock {
  /** Where it stands: the file, and the number of the block in it. */
  readonly name: string;
  /** What stands behind the fence: `ts`, `sh`, … */
  readonly language: string;
  readonly code: string;
  /** What the text around it says that it prints; nothing if it says nothing. */
  readonly prints: string | undefined;
}

const fence = /^```(\w*)\n(.*?)^```$/gms;
const elsewhere = /(^|\/)(node_modules|dist|\.turbo|CHANGELOG\.md)(\/|$)|^\.changeset\//;

/** The blocks of every guide and README of the repository. */
export async function shownBlocks(): Promise<CodeBlock[]> {
  const exclude = (path: string) => elsewhere.test(relative(repositoryRoot, path));
  const files: string[] = [];
  for await (const file of glob(join(repositoryRoot, "**/*.md"), { exclude })) {
    files.push(file);
  }
  return (await Promise.all(files.sort().map(readMarkdown))).flat();
}

async function readMarkdown(file: string): Promise<CodeBlock[]> {
  const text = await readFile(file, "utf8");
  const name = relative(repositoryRoot, file);
  const found = [...text.matchAll(fence)];
  return found.map((match, index) => {
    const [whole, language = "", code = ""] = match;
    const next = found[index + 1];
    const end = match.index + whole.length;
    // With nothing between them, the text is what the code prints.
    const follows = next?.[1] === "text" && text.slice(end, next.index).trim() === "";
    const prints = follows ? next[2]?.trimEnd() : claims(code);
    return { name: `${name} ${index + 1}`, language, code, prints };
  });
}

/** The values behind the arrows, a line each. */
function claims(code: string): string | undefined {
  const values = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, value]) => value);
  return values.length > 0 ? values.join("\n") : undefined;
}

/** The code sample of each operation. */
export async function samples(): Promise<CodeBlock[]> {
  const folder = join(specFolder, "samples");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".ts"));
  return Promise.all(
    files.map(async (file) => {
      const code = await readFile(join(folder, file), "utf8");
      return { name: basename(file, ".ts"), language: "ts", code, prints: claims(code) };
    }),
  );
}
