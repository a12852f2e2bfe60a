import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readTokenFile } from "../src/settings/token.ts";
import { type RunOptions, run, serve, temporaryFolder } from "./support.ts";

afterEach(() => void vi.restoreAllMocks());

const block = ["get-block", "--chain", "ethereum", "--block", "1"];
const tag = ["query-tag", "--subgraph", "s", "--version", "1"];
const secret = "a-token-that-nobody-sees";

/** Runs with profiles of its own. */
function createUser() {
  const folder = temporaryFolder();
  const file = join(folder, "chainkit", "profiles.json");
  const as = (args: string[], options: RunOptions = {}) =>
    run(args, { ...options, env: { XDG_CONFIG_HOME: folder, ...options.env } });
  return { file, as };
}

/** Echoes the path and the token, as an error that shows all of it. */
const serveEcho = () =>
  serve(({ url, headers }, response) => {
    response.writeHead(400, { "content-type": "application/json", "x-request-id": "r1" });
    response.end(JSON.stringify({ detail: `path ${url} token ${headers.authorization}` }));
  });

const originOf = (stdout: string) => /https?:\/\/[^/\s']+/.exec(stdout)?.[0];

describe("precedence", () => {
  test("is flag, area in the environment, environment, area in the profile, profile", async () => {
    const { as } = createUser();
    const origin = async (env: Record<string, string>, ...args: string[]) =>
      originOf((await as([...block, "--dry-run", ...args], { env })).stdout);
    await as(["profile", "set", "p", "--base-url", "http://profile.test"]);
    await as(["profile", "set", "q", "--base-url", "http://other.test"]);
    expect(await origin({ CHAINKIT_PROFILE: "q" })).toBe("http://other.test");
    expect(await origin({ CHAINKIT_PROFILE: "" })).toBe("http://profile.test");
    await as(["profile", "set", "p", "--area", "chain-data", "--base-url", "http://area.test"]);
    expect(await origin({})).toBe("http://area.test");
    const general = { CHAINKIT_BASE_URL: "http://general.test" };
    expect(await origin(general)).toBe("http://general.test");
    const area = { ...general, CHAINKIT_CHAIN_DATA_BASE_URL: "http://own.test" };
    expect(await origin(area)).toBe("http://own.test");
    expect(await origin(area, "--base-url", "http://flag.test")).toBe("http://flag.test");
  });

  test("without a setting, the error names flag, variable and profile", async () => {
    const { as } = createUser();
    const noUrl = await as(block);
    expect(noUrl.code).toBe(2);
    expect(noUrl.stderr).toContain(
      "get-block: no baseUrl is set\nSet --base-url, CHAINKIT_BASE_URL",
    );
    const url = { CHAINKIT_BASE_URL: "http://x.test" };
    expect((await as(tag, { env: url })).stderr).toContain("query-tag: no graphNs is set\n");
    const env = { ...url, CHAINKIT_GRAPH_NS: "ns" };
    expect((await as(tag, { env })).stderr).toContain("Set --token-file, CHAINKIT_TOKEN or");
  });
});

describe("the folder of profiles", () => {
  const set = ["profile", "set", "p", "--base-url", "http://profile.test"];

  test("is that of the user if XDG_CONFIG_HOME is relative, as its specification says", async () => {
    const home = temporaryFolder();
    const env = { HOME: home, XDG_CONFIG_HOME: "relative/config" };
    expect((await run(set, { env })).code).toBe(0);
    expect(existsSync("relative")).toBe(false);
    const settings = { baseUrl: "http://profile.test" };
    const saved = { current: "p", profiles: { p: { settings, areas: {} } } };
    const text = readFileSync(join(home, ".config/chainkit/profiles.json"), "utf8");
    expect(text).toBe(`${JSON.stringify(saved, null, 2)}\n`);
  });

  test("is created with those above it, for the owner alone", async () => {
    const config = join(temporaryFolder(), "a/b");
    expect((await run(set, { env: { XDG_CONFIG_HOME: config } })).code).toBe(0);
    expect(statSync(join(config, "chainkit")).mode & 0o777).toBe(0o700);
  });

  test.skipIf(process.platform !== "linux")("is an error where there can be none", async () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, "nowhere"), join(folder, "link"));
    writeFileSync(join(folder, "file"), "");
    const homes = ["/proc", join(folder, "link/home"), join(folder, "file")];
    for (const home of homes) {
      const { code, stderr } = await run(set, { env: { HOME: home } });
      expect(code).toBe(2);
      expect(stderr).toMatch(/profile file: E[A-Z]+: /);
    }
  });
});

describe("profiles", () => {
  test("are set, listed, used and removed; only the owner can access the file", async () => {
    const { as, file } = createUser();
    expect((await as(["profile", "list"])).stdout).toContain("There is no profile");
    const stdin = `${secret}\n`;
    const first = ["profile", "set", "first", "--base-url", "http://a.test", "--token-file", "-"];
    expect(await as(first, { stdin })).toMatchObject({ code: 0, stderr: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file, "utf8")).profiles.first.settings.token).toBe(secret);
    await as(["profile", "set", "second", "--graph-ns", "ns", "--success-codes", "0,7"]);
    expect(JSON.parse(readFileSync(file, "utf8")).profiles.second.settings).toEqual({
      graphNs: "ns",
      successCodes: "0,7",
    });
    await as(["profile", "set", "second", "--area", "chain-data", "--base-url", "http://b.test"]);
    await as(["profile", "set", "third"]);
    await as(["profile", "use", "second"]);
    const list = await as(["profile", "list"]);
    const second =
      "* second  graph-ns=ns success-codes=0,7\n    chain-data  base-url=http://b.test\n  third  (no settings)\n";
    expect(list.stdout).toBe(`  first  base-url=http://a.test token=(set)\n${second}`);
    expect((await as(["profile", "remove", "first"])).code).toBe(0);
    expect((await as(["profile", "list"])).stdout).toBe(second);
    const gone = await as([...block, "--profile", "secnd", "--base-url", "http://a.test"]);
    const stderr = `chainkit: there is no profile secnd in ${file}\nDid you mean second?\n`;
    expect(gone).toEqual({ code: 2, stdout: "", stderr });
  });

  test("a file that others can access is refused, with the fix", async () => {
    const { as, file } = createUser();
    await as(["profile", "set", "p", "--base-url", "http://a.test"]);
    for (const mode of [0o644, 0o620, 0o604]) {
      chmodSync(file, mode);
      const { code, stderr } = await as([...block, "--dry-run"]);
      expect(code).toBe(2);
      expect(stderr).toContain(`(mode ${mode.toString(8)})\nRun: chmod 600 '${file}'`);
    }
  });

  test("a corrupt file is refused, and none of it is shown", async () => {
    const { as, file } = createUser();
    mkdirSync(dirname(file));
    for (const content of [
      `{"${secret}`,
      "{}",
      '{"profiles":{"p":{"settings":{"a":1},"areas":{}}}}',
    ]) {
      writeFileSync(file, content, { mode: 0o600 });
      const { code, stderr } = await as(block);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `chainkit: ${file} is not a profile file\nCorrect or delete it.\n`,
      });
    }
  });
});

describe("the token", () => {
  test("comes from environment, file, flag or profile, and is in no output", async () => {
    const { url, requests } = await serveEcho();
    const { as } = createUser();
    const file = join(temporaryFolder(), "token");
    writeFileSync(file, `${secret}\n`);
    await as(["profile", "set", "p", "--base-url", url, "--token-file", file]);
    const ways: [string[], Record<string, string>][] = [
      [[], {}],
      [["--token", secret], {}],
      [["--token-file", file], {}],
      [[], { CHAINKIT_TOKEN: secret }],
      [["--dry-run"], { CHAINKIT_TOKEN: secret }],
      [["--output", "json"], { CHAINKIT_CHAIN_DATA_TOKEN: secret }],
    ];
    for (const [at, [args, env]] of ways.entries()) {
      // Only the first has a profile.
      const call = at === 0 ? as : run;
      const all = { env: { CHAINKIT_BASE_URL: url, ...env } };
      const { stdout, stderr } = await call([...block, ...args, "--verbose"], all);
      expect(stdout + stderr).not.toContain(secret);
      if (!args.includes("--dry-run")) {
        const log = /^> GET \S+\/1 \(with token\)\n< 400 Bad Request in \d+ ms \(request r1\)\n/;
        expect(stderr).toMatch(log);
        expect(stderr).toContain("Bearer ***");
      }
    }
    const sent = requests.map(({ headers }) => headers.authorization);
    expect(sent).toEqual(Array(ways.length - 1).fill(`Bearer ${secret}`));
  });

  const typed = ["to-kem\x7fn\rx", " to-ken\n", "to-ken\x04x", "to-ken", "to-ken\x03"];
  test.each(typed)("is typed as %j, and not shown", async (keys) => {
    const setRawMode = vi.fn().mockReturnThis();
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
    vi.spyOn(process, "stdin", "get").mockReturnValue(stdin as never);
    const shown = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const killed = vi.spyOn(process, "kill").mockReturnValue(true);
    stdin.end(keys);
    const isGivenUp = keys.endsWith("\x03");
    const read = await readTokenFile("-").catch(({ message }) => message);
    expect(read).toBe(isGivenUp ? "standard input does not contain a token" : "to-ken");
    expect(killed.mock.calls).toEqual(isGivenUp ? [[process.pid, "SIGINT"]] : []);
    expect(shown.mock.calls.join("")).toBe("Token: \n");
    expect(setRawMode.mock.calls).toEqual([[true], [false]]);
  });

  test("of a profile goes to that profile's base URLs only", async () => {
    const { url, requests } = await serveEcho();
    const { as } = createUser();
    const stdin = secret;
    const set = ["profile", "set", "p", "--base-url", "http://a.test", "--graph-ns", "ns"];
    await as([...set, "--token-file", "-"], { stdin });
    const optional = await as([...block, "--base-url", url]);
    expect(optional.stderr).toContain("the profile's token is not sent: its base URL is different");
    const required = await as([...tag, "--base-url", url]);
    expect(required.code).toBe(2);
    expect(required.stderr).toContain("Set CHAINKIT_TOKEN");
    await as(["profile", "set", "p", "--area", "chain-data", "--base-url", url]);
    await as(block);
    const sent = requests.map(({ headers }) => headers.authorization);
    expect(sent).toEqual([undefined, `Bearer ${secret}`]);
  });

  test("causes a warning over plain http, except to this machine", async () => {
    const env = { CHAINKIT_TOKEN: secret };
    const far = await run([...block, "--base-url", "http://192.0.2.1", "--timeout", "0.01"], {
      env,
    });
    expect(far.stderr).toMatch(/^the token is sent without encryption/);
    const near = await run([...block, "--base-url", "http://127.0.0.1:1"], { env });
    expect(near.stderr).not.toContain("encryption");
  });

  test("is not sent to an operation that takes none", async () => {
    const { url, requests } = await serveEcho();
    const env = { CHAINKIT_BASE_URL: url, CHAINKIT_TOKEN: secret };
    await run(["get-latest-transactions", "--chain", "base"], { env });
    expect(requests[0]?.headers.authorization).toBeUndefined();
  });
});
