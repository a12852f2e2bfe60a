import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../src/main.ts";
import { loadWaivers } from "../src/waivers.ts";
import { defects } from "./defects/service/index.ts";
import { problem } from "./reference/answers.ts";
import { known, type Reference, startReference } from "./reference/server.ts";
import { TOKEN } from "./reference/service.ts";
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
async function runProcess(...args: string[]) {
  return new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const options = { timeout: 300_000, env: { PATH, NODE_COMPILE_CACHE } };
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const optionsFor = ({ url }: Reference, ...more: string[]) => [
  ...["--target", url, "--token", TOKEN, "--known", join(folder, "known.json"), "--seed", "7"],
  ...more,
];
const judge = (reference: Reference, ...more: string[]) => run(...optionsFor(reference, ...more));

/** State of the reference implementation. */
const memoryOf = ({ service }: Reference) =>
  [...service.tags.versions].map(([version, tags]) => [version, [...tags]]);

test("Prism, started for the run, conforms", async () => {
  const { code, output } = await run("--seed", "3", "--verbose");
  expect(output).toMatch(/getErc20Balances +\d+ passed +0 failed +\d+ not applicable/);
  expect(output).toContain("Prism accepts any bearer token");
  expect(output).toMatch(/Coverage 100 %/);
  expect(output).toMatch(/^The contract is kept\.\n.*seed 3/);
  expect(code).toBe(0);
});

test("a conforming deployment passes and is left as it was, except for the requested removal", async () => {
  const reference = await startReference();
  const before = memoryOf(reference);
  const { code, output } = await judge(reference);
  await reference.close();
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining("The contract is kept."),
  });
  expect(memoryOf(reference)).toEqual(before.filter(([version]) => version !== "disposable 0.0.1"));
});

test("a violation is reported with operation, rule, request and response, in files too, without the token", async () => {
  const defect = defects.find(({ name }) => name === "limit above 100 clamped");
  const reference = await startReference(defect?.apply);
  const files = [join(folder, "junit.xml"), join(folder, "report.json")] as const;
  const written = ["--junit", files[0], "--json", files[1]];
  const include = ["--include", "getErc20Balances"];
  const { code, output } = await judge(reference, "--verbose", ...include, ...written);
  await reference.close();
  expect(code).toBe(1);
  expect(output).toMatch(/✗ getErc20Balances \/ negative \/ limit: maximum/);
  expect(output).toMatch(/400, because limit must be <= 100; sent 101/);
  expect(output).toMatch(/spec\/address-data\.yaml:\d+/);
  expect(output).toMatch(/request +curl -i .*"\$TARGET"'\//);
  expect(output).toContain("The contract is broken");
  const [xml, json] = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const { results } = JSON.parse(json ?? "");
  expect(xml?.match(/<testcase /g)).toHaveLength(results.length);
  expect(results).toContainEqual(
    expect.objectContaining({ operation: "getErc20Balances", outcome: "failed" }),
  );
  expect(output + xml + json).not.toContain(TOKEN);
});

test("--fuzz prints the seed and the smallest request that fails", async () => {
  const reference = await startReference((service) => {
    const { answer } = service;
    service.answer = (call) =>
      /3/.test(call.parameters.limit ?? "") ? problem(500, "x") : answer.call(service, call);
  });
  const some = ["--include", "getLatestTransactions / fuzz / *"];
  const { code, output } = await judge(reference, "--fuzz", "2", ...some);
  const conforming = await startReference();
  const quiet = await judge(conforming, "--fuzz", "1", ...some);
  await Promise.all([reference.close(), conforming.close()]);
  expect(code).toBe(1);
  expect(output).toMatch(/^The contract is broken: 1 failed, 1 cause\.\n.*seed 7, /);
  expect(output).toMatch(/random requests \(seed 7, path [\d:]+\)/);
  // Other parameters have been taken away, and the number is small.
  expect(output).toMatch(
    /request +curl -i "\$TARGET"'\/ethereum\/v1\/transactions\?limit=\d\d?'\n/,
  );
  expect(quiet.code).toBe(0);
  expect(quiet.output).toMatch(/seed 7, \d+\.\d s: +1 passed/);
});

test("what lacks known values is reported, and not counted as passed", async () => {
  const reference = await startReference();
  const some = ["--include", "createTag", "--include", "getBlock"];
  const strict = await run("--target", reference.url, "--seed", "7", "--strict", ...some);
  const { code, output } = await run("--target", reference.url, "--seed", "7", ...some);
  await reference.close();
  expect(output).toMatch(/^No violation found, but not everything was tested:\n/);
  expect(output).toContain("  createTag: requires a token; pass --token\n");
  // Discoverable values need not be passed.
  expect(output).not.toContain("  getBlock: ");
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(strict.code).toBe(2);
});

test("a process exits with the code, and prints the report apart from errors", async () => {
  const broken = await startReference(defects.find(({ name }) => name === "block null")?.apply);
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

describe("exits with 2 and a reason", () => {
  test.concurrent.each([
    [["--target", "ftp://example.com"], /must be an http or https URL/],
    [["--target", "http://127.0.0.1:9"], /could not be tested:\n {2}cannot reach .*ECONNREFUSED/],
    [["--target", "http://no-such-host.invalid"], /could not be tested:\n {2}cannot reach /],
    [["--target", "chain-date=http://127.0.0.1:9"], /unknown area "chain-date"/],
    [["--exclude", "removeSubgrph"], /--exclude "removeSubgrph" matches nothing/],
    [["--include", "getBloc"], /--include "getBloc" matches nothing/],
    [["--known", "/no/such/file"], /no such file/],
    [["--ca", "/no/such/file"], /no such file/],
    [["--allow", "anything"], /unknown waiver "anything"/],
  ])("%s", async (args, reason) => {
    const { code, output } = await run(...args);
    expect(code).toBe(2);
    expect(output).toMatch(reason);
    expect(output).not.toMatch(/The contract is (kept|broken)|\n +at /);
  });
});

test("an interrupted run removes its tags", async () => {
  let created = 0;
  const child: { stop?: (() => void) | undefined } = {};
  const reference = await startReference((service) => {
    const { answer } = service;
    service.answer = (call) => {
      created += call.operation === "createTag" ? 1 : 0;
      const isCreated = call.operation === "createTag" && call.authorization?.endsWith(TOKEN);
      const answered = answer.call(service, call);
      if (isCreated && answered.status === 200) {
        child.stop?.();
        // A second signal would end the process at once.
        child.stop = undefined;
      }
      return answered;
    };
  });
  const args = ["--target", reference.url, "--token", TOKEN, "--include", "createTag"];
  const spawned = spawn(process.execPath, [cli, ...args, "--known", join(folder, "known.json")]);
  child.stop = () => spawned.kill("SIGTERM");
  let output = "";
  spawned.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => spawned.on("close", resolve));
  const left = [...reference.service.tags.versions.values()].flatMap((tags) => [...tags.keys()]);
  await reference.close();
  expect(created).toBeGreaterThan(0);
  expect({ code, output }).toMatchObject({
    code: 2,
    output: expect.stringContaining("the run was interrupted"),
  });
  expect(left.filter((tag) => tag.startsWith("contract-"))).toEqual([]);
});

test("an unresponsive target is given up at the deadline", async () => {
  const silent = await serve(() => {});
  const { code, output } = await run("--target", silent, "--timeout", "100", "--deadline", "1");
  expect(code).toBe(2);
  expect(output).toMatch(/^The contract could not be tested:\n {2}cannot reach .*within 100 ms/);
});

test("Retry-After is respected", async () => {
  let count = 0;
  const reference = await startReference((service) => {
    const { answer } = service;
    service.answer = (call) => {
      count += 1;
      if (count % 20 !== 0) {
        return answer.call(service, call);
      }
      const tooMany = service.refuse(call, 429, "slow down");
      return { ...tooMany, headers: { ...tooMany.headers, "retry-after": "0" } };
    };
  });
  const { code, output } = await judge(reference, "--verbose", "--include", "getBlock");
  await reference.close();
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toMatch(/ 429(?!\))/);
});

test("--help of a document speaks of no other", async () => {
  const { code, output } = await run("--spec", "openapi.yaml", "--help");
  expect(code).toBe(0);
  expect(output).toContain("--target <url>");
  expect(output).not.toMatch(/chainkit APIs|waiver|chain on|graph-ns|removeSubgraph/i);
});

test("--help does not load the suite", async () => {
  const hooks = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context); } });`;
  const args = ["--import", `data:text/javascript,${encodeURIComponent(hooks)}`, cli, "--help"];
  const { stderr } = await promisify(execFile)(process.execPath, args);
  const names = ["commander", "ajv", "yaml", "fast-check"];
  expect(names.filter((name) => stderr.includes(`/${name}/`))).toEqual(["commander"]);
});

test("--help lists every option, and the waivers of the register", async () => {
  const { code, output } = await run("--help");
  expect(code).toBe(0);
  for (const { id, question } of await loadWaivers()) {
    expect(output).toContain(`  ${id} `);
    expect(output).toContain(question);
  }
  const options = output.replace(/(?<=register.*:\n)(?: {2}.*\n)+/, "");
  await expect(options).toMatchFileSnapshot("catalogue/help.txt");
});
