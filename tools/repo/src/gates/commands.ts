import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { listPackages } from "../release/index.ts";
import { run } from "./run.ts";

/** Splits a shell block into commands: joins continued lines and drops comments. */
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

/** Packages of others that guides install; the tests execute their code with them. */
export const KNOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  ...["@opentelemetry/api", "@opentelemetry/sdk-trace-base", "@tanstack/query-core"],
  ...["@tanstack/react-query", "@modelcontextprotocol/client", "openapi-fetch", "msw"],
  ...["react", "react-dom", "@types/react", "@types/react-dom", "esbuild", "valibot", "viem"],
  ...["@redocly/cli", "@foundry-rs/anvil"],
]);

const SERVICE = "packages/server/dist/cli/main.js";

/** Programs of others that operators have; the tests do not run them. */
const OTHER_PROGRAMS: ReadonlySet<string> = new Set([
  ...["cosign", "docker", "echo", "install", "mkdir", "systemctl", "useradd"],
]);

/**
 * Checks that the scripts and packages that a documented command uses exist in this repository.
 *
 * @param folder Working directory.
 */
export async function isThere(command: string, folder: string = repositoryRoot): Promise<boolean> {
  const [, into, then = ""] = /^cd (\S+) && (.*)$/.exec(command) ?? [];
  if (into !== undefined) {
    // The folder of an absolute path is the reader's own.
    const there = into.startsWith("/") ? folder : join(folder, into);
    return existsSync(there) && isThere(then, there);
  }
  // What is captured, or reads what another command says.
  const [, captured] = /^(?:\w+=\$\((?=.*\)$)|echo \S+ \| )(.*?)\)?$/.exec(command) ?? [];
  if (captured !== undefined) {
    return isThere(captured, folder);
  }
  const [, setting] = /^export (CHAINKIT_\w+)=\S+$/.exec(command) ?? [];
  if (setting !== undefined) {
    const texts = await Promise.all([help(SERVICE, "serve"), help("packages/cli/dist/cli.js")]);
    return new RegExp(`\\b${setting}\\b`).test(texts.join("\n"));
  }
  const [program = "", first = "", ...args] = command.replace(/^sudo /, "").split(/\s+/);
  const packages = await listPackages();
  switch (program) {
    case "npm": {
      const named = args.filter((arg) => arg !== "--save-dev");
      const isKnown = (name: string) =>
        KNOWN_ELSEWHERE.has(name) || packages.some((own) => own.name === name);
      return first === "install" ? named.every(isKnown) : ["init", "pkg"].includes(first);
    }
    case "npx": {
      if (first === "--yes" && args[0]?.startsWith("pnpm@")) {
        const [, script = "", ...others] = args;
        const { scripts } = JSON.parse(
          await readFile(join(repositoryRoot, "package.json"), "utf8"),
        );
        return script in scripts || (script === "run" && (others[0] ?? "") in scripts);
      }
      // Never an unscoped name of ours: it may be anybody's package.
      const { bin = {} } = packages.find(({ name }) => name === first) ?? {};
      if (first === "@chainkit/server" && args.length > 0) {
        return hasOptions(args);
      }
      return KNOWN_ELSEWHERE.has(first) || Object.keys(bin).length === 1;
    }
    case "node":
      return existsSync(join(folder, first));
  }
  const paths = [first, ...args].map((arg) => arg.replace(/^'!?|'$/g, ""));
  return program.includes("/")
    ? [program, ...paths.filter((arg) => arg.includes("/"))].every((path) =>
        existsSync(join(folder, path)),
      )
    : OTHER_PROGRAMS.has(program);
}

/** Checks that a command of the service has the options that it is shown with. */
async function hasOptions(args: readonly string[]): Promise<boolean> {
  const options = args.filter((arg) => arg.startsWith("--"));
  const end = args.findIndex((arg) => arg.startsWith("-"));
  // A command has at most two words; others are arguments.
  const words = (end === -1 ? args : args.slice(0, end)).slice(0, 2);
  const text = await help(SERVICE, ...words);
  const known: ReadonlySet<string> = new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g));
  const isCommand = text.startsWith(`Usage: npx @chainkit/server ${words[0] ?? ""}`);
  return isCommand && options.every((option) => known.has(option));
}

const helps = new Map<string, Promise<string>>();

/** Returns the help of a program or of one of its commands, which is asked for once. */
function help(file: string, ...words: readonly string[]): Promise<string> {
  const args = [join(repositoryRoot, file), ...words, "--help"];
  const key = args.join(" ");
  const known = helps.get(key) ?? run(process.execPath, args).then(({ output }) => output);
  helps.set(key, known);
  return known;
}
