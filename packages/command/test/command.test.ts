import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createProgram,
  didYouMean,
  integer,
  list,
  listen,
  Option,
  port,
  runProgram,
  variableName,
} from "../src/index.ts";

/** Runs a program with two options and a command below it, and returns what it printed. */
async function run(
  args: readonly string[],
  action: (options: object) => Promise<void> | void = () => {},
) {
  const printed = { stdout: "", stderr: "" };
  const streams = {
    stdout: { write: (text: string) => (printed.stdout += text) },
    stderr: { write: (text: string) => (printed.stderr += text) },
  };
  const program = createProgram({ usage: "npx thing", description: "Does it.", streams })
    .option("--port <n>", "TCP port", port())
    .option("--a-flag-that-is-longer-than-most <text>", "what it says", list)
    .addOption(new Option("--form <name>").choices(["table", "json"]).hideHelp())
    .action(action);
  program.command("sub").description("a part").option("--deep", "go deep").action(action);
  return { code: await runProgram("thing", program, args, streams), ...printed };
}

describe("arguments", () => {
  test.each([
    [["--prot", "1"], "unknown option --prot. Did you mean --port?"],
    [["--nonsense=1"], "unknown option --nonsense. See --help."],
    [["--hlep"], "unknown option --hlep. Did you mean --help?"],
    [["-x"], "unknown option -x. See --help."],
    [["sbu"], 'unexpected argument "sbu". See --help.'],
    [["--", "--port"], 'unexpected argument "--port". See --help.'],
    [
      ["--form", "tabel"],
      "option '--form <name>' argument 'tabel' is invalid. Allowed choices are table, json. Did you mean table?",
    ],
    [["sub", "--deep=1"], "--deep takes no value. See --help."],
    [["sub", "--dep"], "unknown option --dep. Did you mean --deep?"],
    [["sub", "more"], 'unexpected argument "more". See --help.'],
    [["--port"], "--port needs a value. Write one that begins with a dash as --port=-…"],
    [["--port", "--help"], "--port needs a value. Write one that begins with a dash as --port=-…"],
    [["--port=-1"], '--port must be an integer from 0 to 65535; received "-1"'],
    [["sub", "--port"], "--port needs a value. Write one that begins with a dash as --port=-…"],
  ])("%j are refused, with what is right", async (args, message) => {
    const action = vi.fn();
    const printed = await run(args, action);
    expect(printed).toEqual({ code: 2, stdout: "", stderr: `thing: ${message}\n` });
    expect(action).not.toHaveBeenCalled();
  });

  test("are read by type", async () => {
    const action = vi.fn();
    const flag = "--a-flag-that-is-longer-than-most";
    await run(["--port", "0", flag, "a", `${flag}=-b`], action);
    expect(action.mock.calls[0]?.[0]).toEqual({ port: 0, aFlagThatIsLongerThanMost: ["a", "-b"] });
    expect(() => integer("--rate", 1)("0")).toThrow("--rate must be an integer of at least 1");
    expect(["0", "65535"].map(port())).toEqual([0, 65535]);
    for (const text of ["65536", "", "1.5", "a"]) {
      expect(() => port()(text)).toThrow(
        `--port must be an integer from 0 to 65535; received "${text}"`,
      );
    }
  });

  test("are checked without an action where the repository asks for that", async () => {
    const action = vi.fn();
    vi.stubEnv("CHAINKIT_CHECK_ARGUMENTS", "1");
    try {
      expect(await run(["--port", "1"], action)).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(await run(["sub"], action)).toMatchObject({ code: 0 });
      expect(await run(["--prot", "1"], action)).toMatchObject({ code: 2 });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(action).not.toHaveBeenCalled();
  });
});

test("what fails is printed in one line, and is the exit code 1", async () => {
  const fail = () => Promise.reject(new Error("it is gone"));
  expect(await run([], fail)).toEqual({ code: 1, stdout: "", stderr: "thing: it is gone\n" });
});

test.each([["--help"], ["-h"], ["--port=1 -h"]])(
  "%s prints the help, and does nothing",
  async (line) => {
    const action = vi.fn();
    const { code, stdout, stderr } = await run(line.split(" "), action);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`Usage: npx thing [options] [command]

Does it.

Options:
  --port <n>                      TCP port
  --a-flag-that-is-longer-than-most <text>
                                  what it says
  -h, --help                      show this help

Commands:
  sub [options]                   a part
`);
    expect(action).not.toHaveBeenCalled();
  },
);

test.each([
  ["get-blok", ["get-block", "get-nft"], "Did you mean get-block?"],
  ["blcok", ["block"], "Did you mean block?"],
  ["BLOCK", ["block"], "Did you mean block?"],
  ["cat", ["bat", "rat", "hat", "mat"], "Did you mean bat or rat or hat?"],
  ["cat", ["cats", "cab", "cat"], "Did you mean cat?"],
  ["balances", ["get-erc20-balances", "get-nft"], "Did you mean get-erc20-balances?"],
  ["ab", ["xxabxx"], ""],
  ["cat", ["concatenate"], "Did you mean concatenate?"],
  ["abcdefghi", ["abcdefxyz"], "Did you mean abcdefxyz?"],
  ["abc", ["xyz"], ""],
  ["abcdef", ["abxxef"], "Did you mean abxxef?"],
  ["abcdef", ["axxxef"], ""],
])("%s among %j: %s", (word, known, sentence) => {
  expect(didYouMean(word, known)).toBe(sentence);
});

test("a variable is named in capitals, and begins with a letter", () => {
  const named = ["graphNs", "2fa"].map((name) => variableName("", name));
  expect(named).toEqual(["GRAPH_NS", "API_2FA"]);
});

describe("listening", () => {
  const servers: ReturnType<typeof createServer>[] = [];
  const start = async (port: number) => {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
    }
  });

  test("falls back to a free port, unless another was asked for", async () => {
    const taken = await start(0);
    const note = vi.fn();
    const options = { usual: taken, option: "--api-port", note };
    expect(await listen(start, { ...options, port: undefined })).not.toBe(taken);
    expect(note.mock.calls).toEqual([
      [`Port ${taken} is in use; using a free port. --api-port chooses another.`],
    ]);
    await expect(listen(start, { ...options, port: taken })).rejects.toThrow(
      `--api-port: port ${taken} is in use; choose another, or 0 for a free one`,
    );
    expect(await listen(start, { ...options, port: 0 })).toBeGreaterThan(0);
  });

  test("leaves other errors as they are", async () => {
    const fail = () => Promise.reject(new Error("no such address"));
    await expect(listen(fail, { port: undefined, usual: 1 })).rejects.toThrow("no such address");
  });
});
