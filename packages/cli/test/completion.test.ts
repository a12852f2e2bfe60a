import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bashCompletion, fishCompletion, zshCompletion } from "../src/completion.ts";
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
  expect(script).toMatch(shell === "bash" ? / --token / : /bearer token;['\]]/);
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
const plain = { ...flag, name: "limit", text: String.raw`Records [all]: a\b`, values: [] };
const profile = { ...plain, name: "profile", short: "p", isProfile: true };
const commands = [
  { name: "get", text: String.raw`Gets [all]: a\b`, flags: [flag, plain, profile], words: [] },
  { name: "help", text: "Helps", flags: [{ ...plain, takesValue: false }], words: ["get"] },
  { name: "profile", text: "Keeps", flags: [], words: ["set", "list"], beforeProfile: ["set"] },
];

test("the catalogue of completion: each command and flag, with values where there are some", async () => {
  const scripts = [bashCompletion, zshCompletion, fishCompletion].map((each) => each(commands));
  await expect(scripts.join("\n")).toMatchFileSnapshot("catalogue/completion.txt");
});
