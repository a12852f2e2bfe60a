import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
import type { Command } from "commander";
import { expect, onTestFinished, test } from "vitest";
import { createProgram } from "../src/cli/program.ts";
import { startDevChain } from "../src/dev/chain.ts";
import { startDev } from "../src/index.ts";
import { run, startServe } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { fakeProvider } from "./support/provider.ts";
import { serve } from "./support/serve.ts";
import { temporaryFolder } from "./support/support.ts";

/** The arguments that lead to a command, and to each below it. */
const commandsOf = ({ commands }: Command): string[][] => [
  [],
  ...commands.flatMap((each) => commandsOf(each).map((names) => [each.name(), ...names])),
];

test("the catalogue of help: of each command", async () => {
  const texts: string[] = [];
  for (const names of commandsOf(createProgram())) {
    const { code, output } = await call([...names, "--help"]);
    expect([names, code]).toEqual([names, 0]);
    texts.push(output);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot("catalogue/help.txt");
  expect(await call([])).toMatchObject({ code: 1, output: texts[0] });
});

test("the catalogue of refused values: what each option and argument expects", async () => {
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const lines = all(createProgram())
    .flatMap(({ options, registeredArguments }) => [...options, ...registeredArguments])
    .flatMap((setting) => {
      try {
        return setting.parseArg?.("?", undefined) ? [`${setting.name()}: any text`] : [];
      } catch (error) {
        return [`${setting.name()}: ${(error as Error).message}`];
      }
    });
  const text = [...new Set(lines)].sort().join("\n");
  await expect(text).toMatchFileSnapshot("catalogue/values.txt");
});

test("a command does not load what others need", async () => {
  const hooks = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context); } });`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(hooks)}`;
  const { code, errors } = run(["--help"], { NODE_OPTIONS });
  expect(await code).toBe(0);
  const names = ["commander", "fastify", "ajv", "pino", "yaml", "pg", "store/sqlite"];
  expect(names.filter((each) => errors().includes(`/${each}/`))).toEqual(["commander"]);
});

const ETHEREUM = "--chain ethereum=http://127.0.0.1:1";
const NAMES = "ethereum, apechain, arbitrum, avalanche, base, bsc, polygon";
const NO_FOLDER = "--data: folder DATA does not exist";

/** What commands refuse, before anything starts. */
const REFUSED: Readonly<Record<string, string>> = {
  [`serve ${ETHEREUM}`]:
    "--data is required: pass the path of the data folder, or --database with the URL of a database",
  "serve --data DATA":
    "no chain to serve: pass --chain or set CHAINKIT_CHAIN, or import blocks first",
  "serve --data DATA --chain ethereum":
    "--chain: expected <name>=<url>[,<url>], e.g. ethereum=https://…",
  "serve --data DATA --chain solana=http://x": `--chain: unknown chain "solana"; expected one of ${NAMES}`,
  "serve --data DATA --chain ethereum=ftp://key@host":
    "--chain: the nodes of ethereum must be http(s) URLs, or a ws(s) URL for new heads",
  "serve --data DATA --chain bsc=http://x --chain bsc=http://y":
    "--chain: bsc is specified more than once",
  "serve --data DATA --chain bsc=http://x --from base=1":
    "--from: chain base has no --chain option",
  "serve --data DATA --chain bsc=http://x --keep base=5000":
    "--keep: chain base has no --chain option",
  [`serve --data DATA ${ETHEREUM} --discover wallets`]:
    "--discover needs --balances-on-demand, whose budget it uses",
  "serve --data DATA --role api":
    "--role api needs --database; with a data folder, a process without --chain only serves",
  "serve --database postgres://h/d --role follow":
    "--role follow needs --chain: it only follows chains",
  [`serve --data DATA ${ETHEREUM} --ipfs-gateway https://me:secret@x`]:
    "--ipfs-gateway: expected an https URL that ends in /, such as https://ipfs.io/ipfs/",
  "import --chain bsc --data DATA no.json":
    "no.json: ENOENT: no such file or directory, stat 'no.json'",
  "status --data DATA": NO_FOLDER,
  "token list --data DATA": NO_FOLDER,
  "token revoke ck_1 --data DATA": NO_FOLDER,
  "subgraph list --data DATA": NO_FOLDER,
  "status --database postgres://h/d --data DATA":
    "--data and --database are mutually exclusive: pass one of them",
  "status --data DATA --chain-database nowhere=postgres://u:secret@h/d": `--chain-database: expected <chain>=<url> with one of ${NAMES}`,
  "status --data DATA --chain-database bsc=postgres://u:secret@h/d":
    "--chain-database needs --database",
  "status --database postgres://h/d --read-from a,b":
    "--read-from: expected one URL; of several, pass one to each API process",
  "migrate --data DATA": "migrate needs --database; data folders are migrated when they are opened",
  "copy --data DATA": "--data and --database are required: the folder is copied to the database",
  "copy --data DATA --database postgres://h/d":
    "pass --chain with the chain to copy, or --management",
  [`discover --data DATA ${ETHEREUM}`]: "pass the addresses of wallets, or --all",
  [`discover --data DATA --all ${ETHEREUM} --chain bsc=http://x`]:
    "--chain: expected exactly one chain",
  [`discover --data DATA --all ${ETHEREUM}`]: "DATA has no data for chain ethereum: serve it first",
  [`metadata refetch 0x${"1".repeat(40)} --data DATA --chain ethereum`]:
    "DATA has no data for chain ethereum: serve it first",
  [`export x --data DATA ${ETHEREUM}`]: "DATA has no data for chain ethereum: serve it first",
  "subgraph deploy a/1.0 --ipfs Qm --data DATA":
    "--graph-node-admin, --graph-node-query and --graph-node-status are required: pass the URLs of graph-node",
  "subgraph list --data DATA --graph-node-admin http://h":
    "--graph-node-query and --graph-node-status is required: graph-node needs all of its three URLs",
  "subgraph list --data DATA --graph-node-admin http://u:secret@h":
    "--graph-node-admin: expected an http(s) URL without credentials, query or fragment; the header is the place for a secret",
};

test.each(Object.entries(REFUSED))("%s is refused: %s", async (command, message) => {
  const data = join(temporaryFolder(), "data");
  const { code, output } = await call(
    command.split(" ").map((arg) => (arg === "DATA" ? data : arg)),
  );
  expect([code, output.replaceAll(data, "DATA")]).toEqual([1, `chainkit-server: ${message}\n`]);
  if (message === NO_FOLDER) {
    expect(existsSync(data)).toBe(false);
  }
});

test("an unknown option, and a value that an option does not take, are refused with what it takes", async () => {
  const id = "is invalid for argument 'token-id'. Expected a decimal integer of at most 256 bits.";
  const refetch = `metadata refetch --chain ethereum 0x${"1".repeat(40)}`;
  for (const [args, message] of [
    ["dev --prot 1", "unknown option '--prot'\n(Did you mean --port?)"],
    [
      "serve --port 65536",
      "option '--port <n>' argument '65536' is invalid. Expected an integer from 0 to 65535.",
    ],
    [`${refetch} 0x1`, `command-argument value '0x1' ${id}`],
    [`${refetch} ${2n ** 256n}`, `command-argument value '${2n ** 256n}' ${id}`],
  ] as const) {
    const output = `error: ${message}\n(see --help for the options)\n`;
    expect(await call(args.split(" "))).toEqual({ code: 1, output, errors: output });
  }
});

test.each<[string, object | string, RegExp]>([
  ["an unknown name", { datta: "x" }, /config\.json: unknown setting "datta"/],
  ["a wrong value", { data: true }, /: invalid value for data\. Expected a string, a number, or/],
  ["a wrong flag", { "fetch-metadata": 1 }, /fetch-metadata\. Expected true or false\.$/m],
  ["a wrong choice", { role: "x" }, /value for role\. Expected one of all, api, follow\.$/m],
  ["a wrong number", { port: -1 }, /value for port\. Expected an integer from 0 to 65535\.$/m],
  ["no JSON", "{", /config\.json: .*JSON/],
  ["a list", [], /config\.json: expected a JSON object/],
  ["a text", '"x"', /config\.json: expected a JSON object/],
])("a file with %s is refused, and named", async (_name, content, text) => {
  const file = join(temporaryFolder(), "config.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  const { code, output } = await call(["serve", "--config", file]);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(text) });
});

test("creates and lists tokens and versions; only the owner can access the folder", async () => {
  const data = join(temporaryFolder(), "data");
  const own = ["--data", data];
  const create = "token create ci --scope data --expires 2d".split(" ");
  const created = await call([...create, ...own]);
  const token = created.output.replace(created.errors, "");
  expect(token).toMatch(/^ck_[0-9a-f]{12}_[\w-]{43}\n$/);
  const id = token.slice(3, 15);
  const inTwoDays = new Date(Date.now() + 172_800_000).toISOString().slice(0, 10);
  expect((await call(["token", "list", ...own])).output).toMatch(
    new RegExp(`^ID +NAME.*EXPIRES\n${id} +ci +data +20\\S+ +${inTwoDays}T\\S+\n$`),
  );
  expect((await call(["token", "revoke", id, ...own])).code).toBe(0);
  expect((await call(["token", "revoke", id, ...own])).output).toContain("not found");
  await call(["subgraph", "add", "transfers", "1.0.0", ...own]);
  expect((await call(["subgraph", "list", ...own])).output).toMatch(/\ntransfers +1\.0\.0\n$/);
  expect((await call(["status", ...own])).output).toContain("1 subgraph versions, 0 tokens");
  expect(statSync(data).mode & 0o777).toBe(0o700);

  const lines = run(["status", "--watch", "1", "--json", ...own]);
  await lines.until(/^(\{"chains":\{\},"management":\{"subgraphVersions":1,"tokens":0\}\}\n){2}/);
  lines.child.kill("SIGINT");
  expect(await lines.code).toBe(0);
});

test("each write of management leaves a line on standard error", async () => {
  const own = ["--data", join(temporaryFolder(), "data")];
  const from = Date.now();
  const { output, errors } = await call(["token", "create", "ci", ...own]);
  const [, id] = /^ck_([0-9a-f]{12})_/m.exec(output) ?? [];
  const lines = [
    errors,
    (await call(["token", "revoke", `${id}`, ...own])).errors,
    (await call(["token", "revoke", `${id}`, ...own])).errors.split("\n")[0],
    (await call(["subgraph", "add", "transfers", "1.0.0", ...own])).errors,
  ].map((text = "") => JSON.parse(text));
  const written = lines.map(({ time, level: _, user, ...line }) => {
    expect([time >= from, time <= Date.now(), user]).toEqual([true, true, userInfo().username]);
    return line;
  });
  const revoked = { msg: "audit", operation: "token revoke", token: { id } };
  const added = { subgraph: "transfers", version: "1.0.0" };
  expect(written).toEqual([
    { msg: "audit", operation: "token create", token: { name: "ci" }, result: "done" },
    { ...revoked, result: "done" },
    { ...revoked, result: "failed" },
    { msg: "audit", operation: "subgraph add", ...added, result: "done" },
  ]);
  // What only reads leaves none.
  expect((await call(["token", "list", ...own])).errors).toBe("");
});

test("serve follows a node, resumes after a restart and shuts down gracefully", async () => {
  const chain = await startDevChain({ pauseMs: 0, history: 8 });
  onTestFinished(() => chain.close());
  const data = join(temporaryFolder(), "data");
  const own = ["--data", data];
  const { output } = await call(["token", "create", "me", ...own]);
  const [token = ""] = /ck_\S+/.exec(output) ?? [];
  await call(["subgraph", "add", "transfers", "1.0.0", ...own]);
  const followed = ["--chain", `ethereum=${chain.rpcUrl}`, "--from", "0"];
  const first = await startServe([...followed, ...own]);
  const { url } = first;
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  const head = Number(await chain.send("eth_blockNumber"));
  const latest = async (at: string) => {
    const answer = await fetch(`${at}/v2/ethereum/blocks/latest`);
    return ((await answer.json()) as { block: { number: number } }).block.number;
  };
  // Ready means near the head, not at it.
  await expect.poll(() => latest(url)).toBe(head);
  const page = await fetch(`${url}/ethereum/v1/transactions?limit=5`);
  const { cursor, transactions } = (await page.json()) as { cursor: string; transactions: [] };
  expect(transactions).toHaveLength(5);
  const client = createSubgraphManagementClient({ baseUrl: url, graphNs: "ns", token });
  await client.createTag({ subgraph_name: "transfers", version: "1.0.0", tag: "prod" });
  first.child.kill("SIGTERM");
  expect(await first.code).toBe(0);
  // The log contains requests, and no token.
  expect(first.output()).toMatch(/"url":"\/ethereum\/v1\/transactions","query":\["limit"\]/);
  expect(first.output()).not.toContain(token.split("_").slice(2).join("_"));

  await chain.act();
  const { url: again } = await startServe([...followed, ...own]);
  await expect.poll(() => latest(again)).toBe(head + 1);
  const next = await fetch(`${again}/ethereum/v1/transactions?limit=5&cursor=${cursor}`);
  expect(next.status).toBe(200);
  expect((await call(["subgraph", "list", ...own])).output).toMatch(/1\.0\.0 +prod/);
  const { timestamp } = await chain.send<{ timestamp: string }>(
    "eth_getBlockByNumber",
    "latest",
    false,
  );
  const time = new Date(Number(timestamp) * 1000).toISOString();
  expect((await call(["status", ...own])).output).toMatch(
    new RegExp(`\nethereum +0 +${head + 1} +${time} +\\d+ +\\d+ / \\d+ / 0 +0 +\\d\\.\\d\n`),
  );
});

test("starts no local chain if the port is in use", async () => {
  const { port } = new URL(await serve(() => {}));
  const { code, output } = await call(["dev", "--port", port]);
  const message = `address already in use 127.0.0.1:${port}; pass another --port, or 0 for a free one`;
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(message) });
  expect(output).not.toContain("starting a local chain");

  const started: unknown[] = [];
  const note = (message: unknown) => started.push(message);
  subscribe("child_process", note);
  onTestFinished(() => void unsubscribe("child_process", note));
  await expect(startDev({ port: Number(port) })).rejects.toThrow(
    `EADDRINUSE: address already in use`,
  );
  expect(started).toEqual([]);
});

/** Loaded before the program: prints the flags that it sets. V8 tells nobody which it has. */
const PRINTING = `
  import v8 from "node:v8";
  import { syncBuiltinESMExports } from "node:module";
  v8.setFlagsFromString = (flag) => console.error("V8 flag " + flag);
  syncBuiltinESMExports();
`;

test("only a process that follows a chain collects its garbage without helping threads", async () => {
  const provider = await fakeProvider(() => ({ result: null }), { chainId: 1, head: "0x0" });
  const own = ["--data", join(temporaryFolder(), "data")];
  const preload = `--import data:text/javascript,${encodeURIComponent(PRINTING)}`;
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${preload}` };
  const following = await startServe(["--chain", `ethereum=${provider.url}`, ...own], env);
  expect(following.output()).toContain("V8 flag --no-parallel-scavenge");
  following.child.kill("SIGTERM");
  await following.code;

  const serving = await startServe(own, env);
  expect(serving.output()).not.toContain("V8 flag");
});
