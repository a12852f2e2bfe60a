import { startMock } from "@chainkit/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunOptions, run, runProgram, serve, wallet } from "./support.ts";

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock?.close());

const call = (args: string[], options: RunOptions = {}) =>
  run(args, { ...options, env: { CHAINKIT_BASE_URL: mock.url, ...options.env } });
const block = ["get-block", "--chain", "ethereum", "--block", "latest"];
const transactions = ["get-address-transactions", "--chain", "ethereum", "--wallet", wallet];
const balances = ["get-erc20-balances", "--chain", "ethereum", "--wallet", wallet];
const tag = ["query-tag", "--subgraph", "erc20-transfers", "--version", "1.2.0"];

/** A row of a balance with this name and symbol. */
const balanceNamed = (name: string, more: object = {}) => ({
  balance: "1",
  raw_balance: "1",
  contract: { address: `0x${"ab".repeat(20)}`, decimals: 0, name, symbol: "-1.5", ...more },
});

describe("output", () => {
  test("is the response as JSON if it is not a terminal", async () => {
    const { code, stdout, stderr } = await call(block);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const expected = await (await fetch(`${mock.url}/v2/ethereum/blocks/latest`)).json();
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  test("is a table on a terminal, a line for each field, within its width", async () => {
    const { stdout } = await call(block, { terminal: 60, env: { NO_COLOR: "1" } });
    expect(stdout).toMatch(/^number +17686121$/m);
    expect(stdout).toMatch(/^hash +0x[0-9a-f]+…715f$/m);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  test("a terminal that does not know its width is as wide as COLUMNS, or 120 columns", async () => {
    const widest = async (terminal: number, env: Record<string, string>) => {
      const { stdout } = await call(block, { terminal, env: { NO_COLOR: "1", ...env } });
      return Math.max(...stdout.split("\n").map((line) => line.length));
    };
    expect(await widest(0, {})).toBe(120);
    expect(await widest(0, { COLUMNS: "60" })).toBe(60);
    expect(await widest(200, { COLUMNS: "60" })).toBe(60);
    expect(await widest(70, { COLUMNS: "0" })).toBe(70);
    expect(await widest(70, { COLUMNS: "wide" })).toBe(70);
  });

  test("a listing as a table has a line for each record, and notes what it omits", async () => {
    const { stdout, stderr } = await call(transactions, { terminal: 80, env: { NO_COLOR: "1" } });
    const [header = "", first = "", ...rest] = stdout.trimEnd().split("\n");
    // Who, to whom and how much, of what the width cannot show whole.
    expect(header).toMatch(/^transaction_hash +from_address +to_address +value/);
    expect(first).toMatch(/^0x74b5d6c41…a523 /);
    expect(rest).toHaveLength(1);
    expect(Math.max(header.length, first.length)).toBeLessThanOrEqual(80);
    expect(stderr).toMatch(/not shown because of the width: .*block_hash.*; choose with --columns/);
    expect(stderr).toContain("next page: --cursor AQEN3lkAsW0Zk3p7wQ4");
  });

  test("--columns chooses fields and their order, of tables and CSV", async () => {
    const columns = ["--columns", "contract.symbol,balance"];
    const table = await call([...balances, ...columns, "-o", "table"]);
    expect(table.stdout).toMatch(/^contract\.symbol +balance\nCELR +336195\.56004956\n/);
    const csv = await call([...balances, ...columns, "-o", "csv"]);
    expect(csv.stdout).toMatch(/^contract\.symbol,balance\r\nCELR,336195\.56004956\r\n/);
    const wrong = await call([...balances, "--columns", "contract.simbol", "-o", "csv"]);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain("Did you mean contract.symbol?");
  });

  test("an unknown column of a write is found before anything is sent", async () => {
    const { url, requests } = await serve((_, response) => {
      response.end('{"code":0,"data":{},"msg":""}');
    });
    const names = ["--subgraph", "a", "--version", "1", "--tag", "t", "--graph-ns", "n"];
    const write = ["create-tag", ...names, "-o", "csv", "--base-url", url];
    const env = { CHAINKIT_TOKEN: "t" };
    const wrong = await run([...write, "--columns", "cod"], { env });
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain("Did you mean code?");
    expect(requests).toHaveLength(0);
    expect(await run([...write, "--columns", "msg,code"], { env })).toMatchObject({
      code: 0,
      stdout: "msg,code\r\n,0\r\n",
    });
    expect(requests).toHaveLength(1);
  });

  test("colours follow NO_COLOR, FORCE_COLOR and --no-color", async () => {
    const bold = (args: string[], options: RunOptions) =>
      call(args, options).then(({ stdout }) => stdout.includes("\x1b["));
    const table = [...block, "-o", "table"];
    expect(await bold(block, { terminal: 80 })).toBe(true);
    expect(await bold(block, { terminal: 80, env: { NO_COLOR: "1" } })).toBe(false);
    expect(await bold([...block, "--no-color"], { terminal: 80 })).toBe(false);
    expect(await bold(table, {})).toBe(false);
    expect(await bold(table, { env: { FORCE_COLOR: "1" } })).toBe(true);
    expect(await bold(block, { terminal: 80, env: { FORCE_COLOR: "0" } })).toBe(false);
    const { stderr } = await call(["get-block"], { terminal: 80 });
    expect(stderr).toContain("\x1b[31mchainkit:\x1b[39m get-block: missing ");
  });

  test("untrusted text neither controls the terminal nor runs in a spreadsheet", async () => {
    const rows = [
      balanceNamed('=HYPERLINK("x")\x1b[2J\u202e'),
      balanceNamed("名\n前", { extra: 1 }),
    ];
    const { url } = await serve((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ cursor: null, erc20TokenBalances: rows, resultCount: 2 }));
    });
    const env = { CHAINKIT_BASE_URL: url, NO_COLOR: "1" };
    const table = await run(balances, { env, terminal: 200 });
    expect(table.stdout).toContain('=HYPERLINK("x")\\u001b[2J\\u202e');
    expect(table.stdout).toContain("名\\u000a前");
    const json = await run([...balances, "-o", "json"], { env, terminal: 200 });
    expect(json.stdout).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u);
    expect(JSON.parse(json.stdout).erc20TokenBalances).toEqual(rows);
    const csv = await run([...balances, "-o", "csv"], { env });
    expect(csv.stdout).toContain(`"'=HYPERLINK(""x"")\x1b[2J\u202e",-1.5`);
    expect(csv.stdout).toContain('"名\n前"');
    expect(csv.stderr).toContain("1 cell looks like a formula");
  });
});

describe("listings", () => {
  test("--all fetches every page: one JSON array, a line each, or CSV under one header", async () => {
    const [json, ndjson, csv] = await Promise.all(
      ["json", "ndjson", "csv"].map((format) => call([...transactions, "--all", "-o", format])),
    );
    const records = JSON.parse(json?.stdout ?? "");
    expect(records).toHaveLength(3);
    const lines = ndjson?.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toEqual(records);
    const hashes = csv?.stdout.split("\r\n").map((line) => line.split(",")[0]);
    expect(hashes).toEqual([
      "transaction_hash",
      ...records.map((record: { transaction_hash: string }) => record.transaction_hash),
      "",
    ]);
    const covered = '{"coverage":{"from":17000000,"to":17686121,"complete":false}}\n';
    expect([json?.stderr, ndjson?.stderr]).toEqual([covered, covered]);
  });

  test("--max stops there, fetches no more than that, and prints the cursor", async () => {
    const { stdout, stderr } = await call([...transactions, "--max", "2", "-o", "ndjson"]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(stderr).toMatch(/^next page: --cursor AQEN3lkAsW0Zk3p7wQ4\n/);
    const one = await call([...transactions, "--max", "1", "-o", "json", "--verbose"]);
    expect(JSON.parse(one.stdout)).toHaveLength(1);
    expect(one.stderr).toContain("transactions?limit=1\n");
    expect(one.stderr).toContain("there are more than 1");
  });

  test("--cursor continues from there", async () => {
    const { stdout } = await call([...transactions, "--cursor", "AQEN3lkAsW0Zk3p7wQ4"]);
    expect(JSON.parse(stdout)).toMatchObject({ cursor: null, transactions: [{}] });
  });

  test("progress is shown on a terminal while the output goes elsewhere", async () => {
    const preload = `data:text/javascript,process.stderr.isTTY=true`;
    const env = { NODE_OPTIONS: `--import=${preload}`, CHAINKIT_BASE_URL: mock.url };
    const { stderr } = await runProgram([...transactions, "--all"], { env });
    const progress = "\r\x1b[K2 records, 1 pages\r\x1b[K3 records, 2 pages\r\x1b[K";
    expect(stderr).toBe(`${progress}covers blocks 17000000 to 17686121, incomplete\n`);
  });
});

describe("exit codes", () => {
  const respondWith = async (status: number, body: string, headers: Record<string, string> = {}) =>
    serve((_, response) => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    });
  const problem = '{"title":"t","detail":"the reason","status":0}';

  test("the catalogue of refused calls: by status and body, in words and as JSON", async () => {
    const texts: string[] = [];
    for (const [code, status, body] of [
      [5, 400, problem],
      [6, 401, problem],
      [6, 403, problem],
      [7, 404, problem],
      [8, 429, problem],
      [10, 200, "<html>"],
      [10, 200, '{"cursor":"x","transactions":5}'],
    ] as const) {
      const headers = { "retry-after": "3599", "x-request-id": "r" };
      const { url, requests } = await respondWith(status, body, headers);
      texts.push(`${status} ${body}\n`);
      for (const output of ["csv", "json"]) {
        const args = [...transactions, "--all", "-o", output, "--base-url", url];
        const { stderr, ...end } = await run(args);
        expect(end).toEqual({ code, stdout: "" });
        texts.push(stderr.replaceAll(url, "<url>"));
      }
      expect(requests).toHaveLength(2);
    }
    await expect(texts.join("")).toMatchFileSnapshot("catalogue/refused.txt");
  });

  test("3 without a response, 4 after the timeout", async () => {
    const { url } = await serve(() => {});
    const slow = await run([...block, "--timeout", "0.05"], { env: { CHAINKIT_BASE_URL: url } });
    expect(slow.code).toBe(4);
    expect(slow.stderr).toContain(
      "get-block: timed out after 50 ms (3 attempts)\nRaise --timeout.",
    );
    const gone = await run(block, { env: { CHAINKIT_BASE_URL: "http://127.0.0.1:1" } });
    expect(gone.code).toBe(3);
    expect(gone.stderr).toContain("Check that the service runs at http://127.0.0.1:1");
  });

  test("11 for a result code that is not among --success-codes", async () => {
    const { url } = await respondWith(200, '{"code":7,"msg":"no such tag","data":{}}');
    const env = { CHAINKIT_BASE_URL: url, CHAINKIT_TOKEN: "my-token", CHAINKIT_GRAPH_NS: "ns" };
    expect((await run(tag, { env })).code).toBe(0);
    expect((await run([...tag, "--success-codes", "0,7"], { env })).code).toBe(0);
    const failed = await run(tag, { env: { ...env, CHAINKIT_SUCCESS_CODES: "0" } });
    expect(failed.stderr).toBe("chainkit: query-tag: code 7: no such tag\n");
    expect(failed.code).toBe(11);
    expect((await run([...tag, "--success-codes", "a"], { env })).code).toBe(2);
  });
});

test("a write is sent once, with the token, and prints its result", async () => {
  const bodies: string[] = [];
  const { url, requests } = await serve(async (request, response) => {
    for await (const chunk of request) {
      bodies.push(String(chunk));
    }
    response.writeHead(503, { "content-type": "application/json" }).end("{}");
  });
  const args = ["create-tag", "--subgraph", "s", "--version", "1", "--tag", "t"];
  const env = { CHAINKIT_BASE_URL: url, CHAINKIT_TOKEN: "secret", CHAINKIT_GRAPH_NS: "ns" };
  expect((await run(args, { env })).code).toBe(9);
  expect(bodies).toEqual(['{"subgraph_name":"s","version":"1","tag":"t"}']);
  expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/public_api/v1/ns/tags/create-tag", "Bearer secret"],
  ]);
  const dry = await run([...args, "--dry-run"], { env });
  expect(dry).toMatchObject({ code: 0, stderr: "" });
  expect(dry.stdout).toContain('--header "authorization: Bearer $CHAINKIT_TOKEN"');
  expect(dry.stdout).not.toContain("secret");
  const { CHAINKIT_TOKEN: _, ...untold } = env;
  expect(await run([...args, "--dry-run"], { env: untold })).toEqual(dry);
  expect(requests).toHaveLength(1);
  const read = await call(tag, { env: { CHAINKIT_TOKEN: "x", CHAINKIT_GRAPH_NS: "example-ns" } });
  expect(JSON.parse(read.stdout)).toMatchObject({ data: { tags: [{ tag: "prod" }, {}] } });
});
