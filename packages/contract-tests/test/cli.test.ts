import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../src/main.ts";
import { loadWaivers } from "../src/waivers.ts";
import { decides } from "./defects/service/defect.ts";
import { defects } from "./defects/service/index.ts";
import { type Call, problem } from "./reference/answers.ts";
import { known, type Reference, startReference } from "./reference/server.ts";
import { type Service, TOKEN } from "./reference/service.ts";
import { serve } from "./serve.ts";

const cli = join(import.meta.dirname, "../src/cli.ts");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-"));
  await writeFile(join(folder, "known.json"), JSON.stringify(known));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command with these arguments. */
async function run(...args: string[]): Promise<{ code: number; output: string }> {
  let output = "";
  const stream = { write: (text: string) => (output += text) };
  const all = ["--block-wait", "0", ...args];
  const code = await main(all, { env: {}, stdout: stream, stderr: stream });
  return { code, output };
}

/** Runs it in a process of its own. */
const runProcess = (...args: string[]) =>
  new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const options = { timeout: 300_000, env: { PATH, NODE_COMPILE_CACHE } };
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });

const optionsFor = ({ url }: Reference, ...more: string[]) => [
  ...["--target", url, "--token", TOKEN, "--known", join(folder, "known.json"), "--seed", "7"],
  ...more,
];

/** Runs the command against a reference that is changed. */
async function judge(args: readonly string[], change?: (service: Service) => void) {
  const reference = await startReference(change);
  return run(...optionsFor(reference, ...args)).finally(reference.close);
}

const defectOf = (wanted: string) => defects.find(({ name }) => name === wanted)?.apply;

test("Prism, started for the run, conforms", async () => {
  const { code, output } = await run("--seed", "3", "--verbose");
  expect(output).toMatch(/getErc20Balances +\d+ passed +0 failed +\d+ not applicable/);
  expect(output).toContain("Prism accepts any bearer token");
  expect(output).toMatch(/Coverage 100 %/);
  expect(output).toMatch(/^The contract is kept\.\n.*seed 3/);
  expect(code).toBe(0);
});

test("a conforming deployment passes and is left as it was, except for the requested removal", async () => {
  const states: unknown[] = [];
  const { code, output } = await judge([], ({ tags: { versions } }) => {
    states.push(structuredClone(versions), versions);
  });
  expect(output).toMatch(/^The contract is kept\.\n/);
  expect(code).toBe(0);
  const [before, after] = states as Map<string, unknown>[];
  before?.delete("disposable 0.0.1");
  expect(after).toEqual(before);
});

test("a violation is reported with operation, rule, request and response, in files too, without the token", async () => {
  const began = performance.now();
  const files = [join(folder, "junit.xml"), join(folder, "report.json")] as const;
  const written = ["--junit", files[0], "--json", files[1]];
  const { code, output } = await judge(
    ["--verbose", "--include", "getErc20Balances", ...written],
    defectOf("limit above 100 clamped"),
  );
  expect(code).toBe(1);
  expect(output).toMatch(/^The contract is broken: /);
  expect(output).toMatch(/✗ getErc20Balances \/ negative \/ limit: maximum/);
  expect(output).toMatch(/400, because limit must be <= 100; sent 101/);
  expect(output).toMatch(/spec\/address-data\.yaml:\d+/);
  expect(output).toMatch(/request +curl -i .*"\$TARGET"'\//);
  const [xml, json] = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const { results, ms } = JSON.parse(json ?? "");
  expect(ms).toBeLessThan(performance.now() - began);
  const isWrong = (each: { ms: number; waived?: unknown }) =>
    !(each.ms >= 0 && each.ms < ms) || each.waived;
  expect(results.filter(isWrong)).toEqual([]);
  expect(xml?.match(/<testcase /g)).toHaveLength(results.length);
  expect(results).toContainEqual(
    expect.objectContaining({ operation: "getErc20Balances", outcome: "failed" }),
  );
  expect(output + xml + json).not.toContain(TOKEN);
});

test("--fuzz prints the seed and the smallest request that fails", async () => {
  const some = ["--include", "getLatestTransactions / fuzz / *"];
  const isWrong = ({ parameters: { limit = "" } }: Call) => limit.includes("3");
  const { code, output } = await judge(
    ["--fuzz", "2", ...some],
    decides("answer", (own, call) => (isWrong(call) ? problem(500, "x") : own(call))),
  );
  expect(code).toBe(1);
  expect(output).toMatch(/^The contract is broken: 1 failed, 1 cause\.\n.*seed 7, /);
  expect(output).toMatch(/random requests \(seed 7, path [\d:]+\)/);
  // Other parameters have been taken away, and the number is small.
  expect(output).toMatch(
    /request +curl -i "\$TARGET"'\/ethereum\/v1\/transactions\?limit=\d\d?'\n/,
  );
  const quiet = await judge(["--fuzz", "1", ...some]);
  expect(quiet.output).toMatch(/seed 7, [1-9]\d*\.\d s: +1 passed/);
  expect(quiet.code).toBe(0);
});

test("what lacks a token is reported, and not counted as passed", async () => {
  const reference = await startReference();
  const some = ["--include", "createTag", "--include", "getBlock"];
  const args = ["--target", reference.url, "--known", join(folder, "known.json"), ...some];
  const strict = await run(...args, "--strict");
  const { code, output } = await run(...args).finally(reference.close);
  expect(output).toMatch(/^No violation found, but not everything was tested:\n/);
  expect(output).toContain("  createTag: requires a token; pass --token\n");
  // Discoverable values need not be passed.
  expect(output).not.toContain("  getBlock: ");
  expect([code, strict.code]).toEqual([0, 2]);
});

test("a process exits with the code, and prints the report apart from errors", async () => {
  const broken = await startReference(defectOf("block null"));
  const judged = await runProcess(...optionsFor(broken, "--include", "getBlock / example / *"));
  await broken.close();
  expect(judged).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^The contract is broken: [\s\S]*\n$/),
    stderr: "",
  });
  expect(await runProcess("--seed", "x")).toEqual({
    code: 2,
    stdout: "",
    stderr: 'chainkit-contract: --seed must be an integer of at least 0; received "x"\n',
  });
});

test.concurrent.each([
  [["--target", "ftp://example.com"], /must be an http or https URL/],
  [["--target", "http://user@127.0.0.1:9"], /without credentials, query or fragment/],
  [["--target", "http://127.0.0.1:9?a=b"], /without credentials, query or fragment/],
  [["--target", "http://127.0.0.1:9"], /could not be tested:\n {2}cannot reach .*ECONNREFUSED/],
  [["--target", "http://no-such-host.invalid"], /could not be tested:\n {2}cannot reach /],
  [
    ["--target", "chain-date=http://127.0.0.1:9"],
    /unknown area "chain-date"; expected one of address-data, chain-data, s/,
  ],
  [["--exclude", "removeSubgrph"], /--exclude "removeSubgrph" matches nothing/],
  [["--include", "getBloc"], /--include "getBloc" matches nothing/],
  [["--known", "/no/such/file"], /no such file/],
  [["--ca", "/no/such/file"], /no such file/],
  [["--allow", "anything"], /unknown waiver "anything"/],
])("exits with 2 and a reason: %s", async (args, reason) => {
  const { code, output } = await run(...args);
  expect(code).toBe(2);
  expect(output).toMatch(reason);
  expect(output).not.toMatch(/The contract is (kept|broken)|\n +at /);
});

test("an interrupted run removes its tags", async () => {
  let stop: (() => void) | undefined;
  const reference = await startReference(
    decides("answer", (own, call) => {
      const answered = own(call);
      if (call.operation === "createTag" && answered.status === 200) {
        stop?.();
        // A second signal would end the process at once.
        stop = undefined;
      }
      return answered;
    }),
  );
  const spawned = spawn(process.execPath, [
    cli,
    ...optionsFor(reference, "--include", "createTag"),
  ]);
  stop = () => spawned.kill("SIGTERM");
  const [[code], output] = await Promise.all([once(spawned, "close"), text(spawned.stdout)]);
  const left = [...reference.service.tags.versions.values()].flatMap((tags) => [...tags.keys()]);
  await reference.close();
  expect(stop).toBeUndefined();
  expect(output).toContain("the run was interrupted");
  expect(code).toBe(2);
  expect(left).toEqual(["stable"]);
});

test("an unresponsive target is given up at the deadline", async () => {
  const silent = await serve(() => {});
  const { code, output } = await run("--target", silent, "--timeout", "100", "--deadline", "1");
  expect(code).toBe(2);
  expect(output).toMatch(/^The contract could not be tested:\n {2}cannot reach .*within 100 ms/);
});

test("Retry-After is respected", async () => {
  let count = 0;
  const { code, output } = await judge(["--verbose", "--include", "getBlock"], (service) =>
    decides("answer", (own, call) => {
      count += 1;
      const tooMany = service.refuse(call, 429, "slow down");
      return count % 20 === 0
        ? { ...tooMany, headers: { ...tooMany.headers, "retry-after": "0" } }
        : own(call);
    })(service),
  );
  expect(output).toMatch(/ 429(?!\))/);
  expect(code).toBe(0);
});

test("--help lists every option, and the waivers of the register; that of a document speaks of no other", async () => {
  const { code, output: whole } = await run("--help");
  const { output } = await run("--spec", "openapi.yaml", "-h");
  expect(code).toBe(0);
  for (const { id, question } of await loadWaivers()) {
    expect(whole).toContain(`  ${id} `);
    expect(whole).toContain(question);
  }
  const options = whole.replace(/(?<=register.*:\n)(?: {2}.*\n)+/, "");
  await expect(options).toMatchFileSnapshot("catalogue/help.txt");
  const left = [
    " (default: the chainkit APIs)",
    /\nThe chainkit APIs:\n(.+\n)+/,
    /\nDeploy[\s\S]*?\n(?=\nExit)/,
  ];
  expect(output).toBe(left.reduce<string>((text, part) => text.replace(part, ""), whole));
});

test("--help does not load the suite", async () => {
  const hooks = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context); } });`;
  const args = ["--import", `data:text/javascript,${encodeURIComponent(hooks)}`, cli, "--help"];
  const { stderr } = await promisify(execFile)(process.execPath, args);
  const names = ["commander", "ajv", "yaml", "fast-check"];
  expect(names.filter((name) => stderr.includes(`/${name}/`))).toEqual(["commander"]);
});
