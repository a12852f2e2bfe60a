import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listPackages } from "@chainkit/release";
import { repositoryRoot } from "@chainkit/spec";

/** The commands of a block of shell lines: continued lines joined, comments left out. */
export function commandsOf(code: string): string[] {
  const lines: string[] = [];
  let open = "";
  for (const line of code.split("\n")) {
    open += open ? `\n${line}` : line;
    const quotes = open.split("'").length - 1;
    if (line.endsWith("\\") || quotes % 2 === 1) {
      continue;
    }
    lines.push(open.replace(/(^|\s)# .*$/, "").trim());
    open = "";
  }
  return lines.filter(Boolean);
}

/** What of this repository a command that readers are shown asks for, and whether it is there. */
export async function isThere(command: string): Promise<boolean> {
  const [program = "", ...args] = command.split(/\s+/);
  const [first = "", second = "", third = ""] = args;
  if (program === "npm" && first === "install") {
    return (await listPackages()).some(({ name }) => name === second);
  }
  if (program === "npx" && first === "--yes" && second.startsWith("pnpm@")) {
    return (
      third in (await rootScripts()) ||
      (third === "run" && (args[3] ?? "") in (await rootScripts()))
    );
  }
  if (program === "node") {
    return existsSync(join(repositoryRoot, first));
  }
  // Never by the name of a program: whoever publishes a package of that name would be run instead.
  const asked = (await listPackages()).find(({ name }) => program === "npx" && name === first);
  return Object.keys(asked?.bin ?? {}).length === 1;
}

async function rootScripts(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8")).scripts;
}
