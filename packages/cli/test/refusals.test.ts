import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, temporaryFolder } from "./support.ts";

const museum = fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url));
const env = { CHAINKIT_BASE_URL: "http://service.test/api" };
const secret = "a-token-that-nobody-sees";
const tag = ["create-tag", "--graph-ns", "ns", "--tag", "prod", "--body"];

/** Command lines that are no call of an operation, from the first word on. */
const COMMANDS: readonly (readonly string[])[] = [
  ["get-blok"],
  ["--vrebose", "get-block"],
  ["--spec=", "get"],
  ["--spec"],
  ["--spec", "--help"],
  ["--spec", "nowhere.yaml", "x"],
  ["get-block", "--chain", "base", "--block", "1", "--output", "json", "--columns", "number"],
  ["--spec", museum, "get-hours"],
  ["--spec", museum, "completion", "bash"],
  ["completion", "zhs"],
  ["profile", "sett", "x"],
  ["profile", "set"],
  ["profile", "set", "__proto__x y"],
  ["profile", "set", "p", "--base-url", `http://u:${secret}@a.test`],
  ["profile", "set", "p", "--base-url", "https://{host}/v1"],
  ["profile", "set", "p", "--token", "two words"],
  ["profile", "set", "p", "--area", "chain-dat"],
  ["profile", "use", "p"],
];

/** Calls that are refused before anything is sent. */
const CALLS: readonly (readonly string[])[] = [
  ["get-block"],
  ["get-block", "--chian", "x"],
  ["get-block", "-z"],
  ["get-block", "--chain"],
  ["get-block", "--chain", "base", "--chain", "bsc", "--block", "1"],
  ["get-block", "--chain", "etherium", "--block", "1"],
  ["get-block", "--chain", "base", "--block", "x"],
  ["get-block", "--chain", "base", "extra"],
  ["get-block", "--output", "xml"],
  ["get-block-transactions", "--chain", "base", "--block", "latest"],
  ["get-block-transactions", "--chain", "base", "--block", "1.5"],
  ["get-latest-transactions", "--chain", "base", "--limit", "101"],
  ["get-latest-transactions", "--all", "--max", "0"],
  ["get-latest-transactions", "--all", "--watch"],
  ["get-latest-transactions", "--interval", "1"],
  ["get-block", "--max", "1"],
  ["create-tag", "--watch"],
  ["get-block", "--watch"],
  ["get-latest-transactions", "--chain", "base", "--max", "1.5"],
  [...tag, '{"tga":"x"}'],
  [...tag, '{"tag":"x"}'],
  [...tag, "[]"],
  [...tag, "@/nonexistent/file"],
];

test("the catalogue of usage errors: each has its reason, and what to do where that is not plain", async () => {
  const config = { ...env, XDG_CONFIG_HOME: temporaryFolder() };
  const all = [...COMMANDS, ...CALLS.map((args) => [...args, "--dry-run"])];
  const lines: string[] = [];
  for (const args of all) {
    const { code, stdout, stderr } = await run(args, { env: config });
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
    expect(stderr).toMatch(/^(chainkit: |\{"error":)/);
    expect(stderr).not.toContain(secret);
    const shown = `$ ${args.join(" ")}\n${stderr}`.replaceAll(museum, "museum.yaml");
    lines.push(shown.replace(secret, "<secret>"));
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("catalogue/usage.txt");
});
