import { glob, readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { repositoryRoot, specFolder } from "@chainkit/spec";

/** Code block of the documentation. */
export interface CodeBlock {
  /** File and number of the block in it. */
  readonly name: string;
  /** Language of the block: `ts`, `sh`, … */
  readonly language: string;
  readonly code: string;
  /** Documented output; undefined if there is none. */
  readonly prints: string | undefined;
}

const fence = /^```(\w*)\n(.*?)^```$/gms;
const elsewhere = /(^|\/)(node_modules|dist|\.turbo|CHANGELOG\.md)(\/|$)|^\.changeset\//;

/** Reads the code blocks of all guides and READMEs. */
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
    // A `text` block right after the code is its output.
    const follows = next?.[1] === "text" && text.slice(end, next.index).trim() === "";
    const prints = follows ? next[2]?.trimEnd() : claims(code);
    return { name: `${name} ${index + 1}`, language, code, prints };
  });
}

/** Extracts the output that code states after arrows, one value per line; undefined if it states none. */
export function claims(code: string): string | undefined {
  const values = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, value]) => value);
  return values.length > 0 ? values.join("\n") : undefined;
}

/** Reads the code samples of all operations. */
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
