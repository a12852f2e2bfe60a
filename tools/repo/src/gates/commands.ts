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
  const [, into, then] = /^cd (\S+) && (.*)$/.exec(command) ?? [];
  if (into !== undefined && then !== undefined) {
    // The folder of an absolute path is the reader's own.
    return into.startsWith("/")
      ? isThere(then, folder)
      : existsSync(join(folder, into)) && isThere(then, join(folder, into));
  }
  // What is captured, or reads what another command says.
  const [, captured] = /^(?:\w+=\$\((?=.*\)$)|echo \S+ \| )(.*?)\)?$/.exec(command) ?? [];
  if (captured !== undefined) {
    return isThere(captured, folder);
  }
  const [, setting] = /^export (CHAINKIT_\w+)=\S+$/.exec(command) ?? [];
  if (setting !== undefined) {
    return (
      (await serviceHelp()).includes(`env: ${setting})`) ||
      (await help("packages/cli/dist/cli.js")).includes(setting)
    );
  }
  const [program = "", ...args] = command.split(/\s+/);
  const [first = "", second = "", third = ""] = args;
  if (program === "npm" && first === "install") {
    const own = (await listPackages()).map(({ name }) => name);
    return args
      .filter((arg, at) => at > 0 && arg !== "--save-dev")
      .every((name) => own.includes(name) || KNOWN_ELSEWHERE.has(name));
  }
  if (OTHER_PROGRAMS.has(program) || (program === "npm" && ["init", "pkg"].includes(first))) {
    return true;
  }
  if (program === "npx" && first === "--yes" && second.startsWith("pnpm@")) {
    return (
      third in (await rootScripts()) ||
      (third === "run" && (args[3] ?? "") in (await rootScripts()))
    );
  }
  if (program === "node") {
    return existsSync(join(folder, first));
  }
  if (program.includes("/")) {
    const paths = args.map((arg) => arg.replace(/^'!?|'$/g, "")).filter((arg) => arg.includes("/"));
    return [program, ...paths].every((path) => existsSync(join(folder, path)));
  }
  if (program === "npx" && KNOWN_ELSEWHERE.has(first)) {
    return true;
  }
  // Never an unscoped name: it may be anybody's package.
  const asked = (await listPackages()).find(({ name }) => program === "npx" && name === first);
  if (asked?.name === "@chainkit/server" && args.length > 1) {
    return hasOptions(args.slice(1));
  }
  return Object.keys(asked?.bin ?? {}).length === 1;
}

/** Checks that a command of the service has the options that it is shown with. */
async function hasOptions(args: readonly string[]): Promise<boolean> {
  const options = args.filter((arg) => arg.startsWith("--"));
  const end = args.findIndex((arg) => arg.startsWith("-"));
  // A command has at most two words; others are arguments.
  const words = (end === -1 ? args : args.slice(0, end)).slice(0, 2);
  const text = await help("packages/server/dist/cli/main.js", ...words);
  const known: ReadonlySet<string> = new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g));
  const isCommand = text.startsWith(`Usage: npx @chainkit/server ${words[0] ?? ""}`);
  return isCommand && options.every((option) => known.has(option));
}

/** Returns the help text of the service without line breaks. */
async function serviceHelp(): Promise<string> {
  return (await help("packages/server/dist/cli/main.js", "serve")).replace(/\s+/g, " ");
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

async function rootScripts(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8")).scripts;
}
