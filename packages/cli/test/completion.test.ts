import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fishCompletion, zshCompletion } from "../src/completion.ts";
import { program, run, temporaryFolder } from "./support.ts";

const scriptOf = async (shell: string) => (await run(["completion", shell])).stdout;
const isInstalled = (shell: string) => spawnSync(shell, ["-c", "exit"]).status === 0;

test.each([
  ["bash", ["-n"]],
  ["zsh", ["-n"]],
  ["fish", ["--no-execute"]],
])("the script of %s has every command and flag, and is valid", async (shell, check) => {
  const script = await scriptOf(shell);
  expect(script).toMatch(/get-block-transactions/);
  expect(script).toContain("contract-address");
  expect(script).toContain("ethereum apechain arbitrum");
  // Not every machine has all shells; bash is required of the tests.
  if (shell === "bash" || isInstalled(shell)) {
    const file = join(temporaryFolder(), `completion.${shell}`);
    writeFileSync(file, script);
    execFileSync(shell, [...check, file], { stdio: ["ignore", "ignore", "pipe"] });
  }
});

/** What bash completes at the end of a line, by the built program. */
async function completer(env: Readonly<Record<string, string>> = {}) {
  const program_ = `chainkit() { "${process.execPath}" "${program}" "$@"; }`;
  const script = await scriptOf("bash");
  return (...words: string[]) => {
    const line = `COMP_WORDS=(chainkit ${words.map((word) => `'${word}'`).join(" ")})`;
    const code = `${program_}\n${script}\n${line}; COMP_CWORD=${words.length}; _chainkit; echo "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["--norc", "-c", code], { encoding: "utf8", env }).trim();
  };
}

test("bash completes commands, flags, values and words", async () => {
  const complete = await completer();
  const commands = complete("get-bl").split(" ");
  expect(commands.sort()).toEqual(["get-block", "get-block-transactions"]);
  expect(complete("get-block", "--ch")).toBe("--chain-name");
  expect(complete("get-block", "--chain-name", "b")).toBe("base bsc");
  expect(complete("get-block", "--output", "js")).toBe("json");
  expect(complete("get-block", "-o", "nd")).toBe("ndjson");
  expect(complete("profile", "u")).toBe("use");
  expect(complete("help", "query")).toBe("query-tag");
  expect(complete("get-block", "--base-url", "/et")).toBe("/etc");
});

test("bash completes the names of profiles", async () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder(), PATH: process.env.PATH ?? "" };
  for (const name of ["local", "live", "other"]) {
    await run(["profile", "set", name, "--base-url", "http://127.0.0.1:1"], { env });
  }
  const complete = await completer(env);
  expect(complete("get-block", "--profile", "l")).toBe("local live");
  expect(complete("profile", "use", "o")).toBe("other");
  expect(complete("profile", "list", "l")).not.toContain("local");
});

const flag = { name: "chain", text: "the chain's name", takesValue: true, values: ["base", "bsc"] };
const plain = { ...flag, name: "limit", text: "records", values: [] };
const profile = { ...plain, name: "profile", short: "p", isProfile: true };
const commands = [
  { name: "get", text: "Gets", flags: [flag, plain, profile], words: [] },
  { name: "help", text: "Helps", flags: [{ ...plain, takesValue: false }], words: ["get"] },
];

test("zsh gets the flags of each command, with values only where there are some", () => {
  const names = "{compadd -- $(chainkit profile names 2>/dev/null)}";
  const cases = zshCompletion(commands).split(/^ {2}case .*|^ {2}esac/m)[1];
  expect(cases?.split(/(?: \\)?\n */)).toEqual([
    "",
    "get) _arguments '--chain[the chain'\\''s name]:value:(base bsc)'",
    "'--limit[records]:value:_files'",
    `'--profile[records]:value:${names}'`,
    `'-p[records]:value:${names}' ;;`,
    "help) _arguments '1:word:(get)'",
    "'--limit[records]' ;;",
    "",
  ]);
});

test("zsh gets what has a meaning in its specifications with a backslash", () => {
  const text = String.raw`Gets [all]: a\b`;
  const escaped = String.raw`Gets \[all\]\: a\\b`;
  const script = zshCompletion([{ name: "get", text, flags: [{ ...flag, text }], words: [] }]);
  expect(script).toContain(`    'get:${escaped}'\n`);
  expect(script).toContain(`'--chain[${escaped}]:value:(base bsc)'`);
});

test("fish gets a line per command and flag, with values only where there are some", () => {
  const script = fishCompletion(commands);
  const get = "complete -c chainkit -n '__fish_seen_subcommand_from get'";
  const help = "complete -c chainkit -n '__fish_seen_subcommand_from help'";
  const none = "complete -c chainkit -n 'not __fish_seen_subcommand_from get help' -f -a";
  expect(script.split("\n")).toEqual([
    `${none} get -d 'Gets'`,
    `${get} -l chain -d 'the chain\\'s name' -x -a 'base bsc'`,
    `${get} -l limit -d 'records' -r`,
    `${get} -s p -l profile -d 'records' -x -a '(chainkit profile names 2>/dev/null)'`,
    `${none} help -d 'Helps'`,
    `${help} -f -a 'get'`,
    `${help} -l limit -d 'records'`,
    "",
  ]);
});
