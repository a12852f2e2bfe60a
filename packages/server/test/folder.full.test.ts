import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startDevChain } from "../src/dev/chain.ts";
import { run, startServe } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { userWithoutPrivileges } from "./support/other-user.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { mountSmallDisk } from "./support/small-disk.ts";
import { temporaryFolder } from "./support/support.ts";

/** A block file, and a data folder with the chain of its block, as the commands leave it. */
let prepared: string;
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), "chainkit-server-"));
  const { send, close } = await startDevChain({ pauseMs: 0, history: 1 });
  const file = join(prepared, "block.json");
  const block = await send("eth_getBlockByNumber", "0x1", true);
  const receipts = await send("eth_getBlockReceipts", "0x1");
  writeFileSync(file, JSON.stringify({ block, receipts }));
  await close();
  for (const command of [["import", "--chain", "ethereum", file], ["status"]]) {
    expect((await call([...command, "--data", join(prepared, "data")])).code).toBe(0);
  }
});
afterAll(() => rmSync(prepared, { recursive: true }));

function folderWithChain(): string {
  const folder = temporaryFolder();
  cpSync(prepared, folder, { recursive: true });
  return join(folder, "data");
}

async function serve(data: string, user?: number, args: readonly string[] = []) {
  const service = await startServe(["--data", data, ...args], {}, user);
  const { url } = service;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it asked for.
    const body: any = await response.json();
    return { status: response.status, body };
  };
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  return { ...service, get, metrics };
}

const LATEST = "/v2/ethereum/blocks/latest";

const NO_DATABASE = "no database at all".repeat(500);

/** Damages the page of a file at which a table or an index begins. */
function damage(file: string, table: string) {
  const db = new DatabaseSync(file);
  const { rootpage } = { ...db.prepare("SELECT * FROM sqlite_schema WHERE name = ?").get(table) };
  const { page_size: size } = { ...db.prepare("PRAGMA page_size").get() };
  db.close();
  const descriptor = openSync(file, "r+");
  const page = Buffer.alloc(Number(size), 0xa5);
  writeSync(descriptor, page, 0, page.length, (Number(rootpage) - 1) * page.length);
  closeSync(descriptor);
}

test("serves what is whole of a folder with broken files, and names these", async () => {
  const data = folderWithChain();
  const fileOf = (chain: string) => join(data, `${chain}.chain.sqlite`);
  writeFileSync(join(data, "management.sqlite"), NO_DATABASE);
  writeFileSync(fileOf("base"), NO_DATABASE);
  writeFileSync(fileOf("bsc"), "");
  // Neither page is read when the file is opened.
  for (const [chain, table] of Object.entries({ polygon: "block", arbitrum: "balance_held" })) {
    copyFileSync(fileOf("ethereum"), fileOf(chain));
    damage(fileOf(chain), table);
  }
  const service = await serve(data);
  const { get } = service;
  expect((await get(LATEST)).status).toBe(200);
  expect((await get("/readyz/ethereum")).status).toBe(200);
  await service.until(/base\.chain\.sqlite: file is not.*chain data cannot be opened/);
  await service.until(/management\.sqlite: file is not.*data cannot be opened/);
  // A missing series would raise no alert.
  expect(await service.metrics()).toMatch(/^chainkit_lag_blocks\{chain="base"\} -1$/m);
  for (const chain of ["base", "bsc", "polygon"]) {
    expect((await get(`/v2/${chain}/blocks/latest`)).status, chain).toBe(500);
  }
  await service.until(/polygon\.chain\.sqlite: database disk image is malformed/);
  // It is ready until a request has found the damaged page, and serves what is whole.
  expect((await get("/readyz/arbitrum")).status).toBe(200);
  const owner = `0x${"11".repeat(20)}`;
  expect((await get(`/arbitrum/v1/address/${owner}/balance/erc20`)).status).toBe(500);
  expect((await get("/v2/arbitrum/blocks/latest")).status).toBe(200);
  const trouble = (text: RegExp) => ({ trouble: expect.stringMatching(text) });
  expect(await get("/readyz")).toMatchObject({
    status: 503,
    body: {
      chains: {
        ethereum: { ready: true },
        base: trouble(/base\.chain\.sqlite: file is not/),
        bsc: trouble(/bsc\.chain\.sqlite: the file is empty: restore/),
        polygon: trouble(/polygon\.chain\.sqlite: .* is malformed/),
        arbitrum: { served: 1, ...trouble(/arbitrum\.chain\.sqlite: .* is malformed/) },
      },
      management: trouble(/management\.sqlite: file is not/),
    },
  });
});

test("shows what can be opened of a folder with a broken file, and does not fill an empty one", async () => {
  const data = folderWithChain();
  const [broken, empty] = ["base", "bsc"].map((chain) => join(data, `${chain}.chain.sqlite`));
  writeFileSync(broken as string, NO_DATABASE);
  const { code, output } = await call(["status", "--data", data]);
  expect(code).toBe(0);
  expect(output).toMatch(/\nethereum +1 /);
  expect(output).toMatch(/cannot be opened: .*base\.chain\.sqlite/);
  expect(JSON.parse((await call(["status", "--json", "--data", data])).output)).toEqual({
    chains: {
      base: { trouble: expect.stringMatching(/base\.chain\.sqlite: file is not/) },
      ethereum: {
        first: 1,
        latest: 1,
        latestTimestamp: expect.any(Number),
        pendingBalances: expect.any(Number),
        metadata: { withoutUri: 0, pending: 0, failed: 0 },
        metadataFaults: {},
        contractsSetAside: 0,
        setAside: [],
        unrecognizedTransfers: 0,
        unrecognized: [],
        bytes: statSync(join(data, "ethereum.chain.sqlite")).size,
        heldBack: [],
      },
    },
    management: { subgraphVersions: 0, tokens: 0 },
  });
  // No crash leaves one.
  writeFileSync(empty as string, "");
  const block = join(dirname(data), "block.json");
  const refused = await call(["import", "--chain", "bsc", "--data", data, block]);
  expect(refused.output).toMatch(/bsc\.chain\.sqlite: the file is empty: restore it, or delete it/);
  expect(refused.code).toBe(1);
  expect(statSync(empty as string).size).toBe(0);
});

/** Locks a file as another process, until the returned function is called. */
function lock(file: string, how: string): () => void {
  const other = new DatabaseSync(file);
  other.exec(how);
  return () => other.close();
}

test("opens management data once no other process locks it, and writes it once none writes", async () => {
  const data = folderWithChain();
  const created = await call(["token", "create", "x", "--data", data]);
  await call(["subgraph", "add", "transfers", "1.0.0", "--data", data]);
  const authorization = `Bearer ${/ck_\S+/.exec(created.output)?.[0]}`;
  const file = join(data, "management.sqlite");
  const open = lock(file, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  const service = await serve(data);
  const statusOfToken = async () => (await service.get(LATEST, { authorization })).status;
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: { management: { trouble: `${file} is locked by another process` } },
  });
  expect((await service.get(LATEST)).status).toBe(200);
  expect(await statusOfToken()).toBe(503);
  open();
  await expect.poll(() => service.get("/readyz")).toMatchObject({ status: 200 });
  expect(await statusOfToken()).toBe(200);
  await service.until(/management data has been opened/);

  const unlock = lock(file, "BEGIN IMMEDIATE");
  expect((await call(["token", "list", "--data", data])).output).toContain(" x ");
  const tag = async () =>
    fetch(`${service.url}/public_api/v1/ns/tags/create-tag`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ subgraph_name: "transfers", version: "1.0.0", tag: "prod" }),
    });
  const refused = tag();
  // Others do not wait for it.
  const begun = performance.now();
  for (let request = 0; request < 5; request += 1) {
    expect(await statusOfToken()).toBe(200);
  }
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect((await refused).status).toBe(503);
  const accepted = tag();
  await new Promise((resolve) => setTimeout(resolve, 200));
  unlock();
  expect((await accepted).status).toBe(200);
  service.child.kill("SIGTERM");
  expect(await service.code).toBe(0);
});

test("refuses a folder whose files are all broken, and names one", async () => {
  const data = folderWithChain();
  writeFileSync(join(data, "ethereum.chain.sqlite"), NO_DATABASE);
  const { code, output } = await call(["serve", "--data", data, "--port", "0"]);
  expect(code).toBe(1);
  expect(output).toMatch(/^chainkit-server: \S+ethereum\.chain\.sqlite: file is not a database$/m);
});

const OWNER_RUNS = "run the command as the user who owns it, or change its permissions";
const FOLDER_OWNER = "run the command as the user who owns the folder";

/** Root may write anywhere; others may have to enter a folder above this repository, and cannot. */
const user = userWithoutPrivileges();
const withOther = test.skipIf(user === undefined);

// The modes of the folder and of a file in it, and what a command of another user says.
withOther.for<[string, number, number | undefined, string, string]>([
  [
    ...(["a key that cannot be read", 0o777, 0o600] as const),
    "serve --chain ethereum=http://127.0.0.1:9 --port 0",
    `--data: file DATA/cursor.key cannot be read by user USER (EACCES); ${OWNER_RUNS}`,
  ],
  [
    ...(["a new folder that cannot be written", 0o555, undefined] as const),
    "serve --chain ethereum=http://127.0.0.1:9 --port 0",
    `DATA/ethereum.chain.sqlite: the folder cannot be written by user USER (EACCES); ${OWNER_RUNS}`,
  ],
  [
    ...(["a file that cannot be read", 0o755, 0o600, "token list"] as const),
    `DATA/management.sqlite: the file cannot be read by user USER (EACCES); ${OWNER_RUNS}`,
  ],
  [
    ...(["a file that cannot be written", 0o755, 0o644, "token revoke 0123456789ab"] as const),
    `DATA/management.sqlite: the file cannot be written by user USER (EACCES); ${OWNER_RUNS}`,
  ],
  [
    ...(["a folder that cannot be read", 0o300, undefined, "status"] as const),
    `--data: folder DATA cannot be read by user USER (EACCES); ${FOLDER_OWNER}`,
  ],
])("names %s, the user and the remedy", async ([, mode, file, command, reason]) => {
  const data = temporaryFolder();
  if (file !== undefined) {
    const path = join(data, reason.includes("cursor.key") ? "cursor.key" : "management.sqlite");
    await call(["token", "create", "x", "--data", data]);
    writeFileSync(path, "", { flag: "a" });
    chmodSync(path, file);
  }
  chmodSync(data, mode);
  onTestFinished(() => chmodSync(data, 0o755));
  const { code, output } = run([...command.split(" "), "--data", data], {}, user);
  expect(await code).toBe(1);
  const [line = ""] = output().trim().split("\n").slice(-1);
  expect(line.replaceAll(data, "DATA").replace(`user ${user}`, "user USER")).toBe(
    `chainkit-server: ${reason}`,
  );
});

withOther("serves a read-only folder", async () => {
  const data = folderWithChain();
  const created = await call(["token", "create", "x", "--scope", "data", "--data", data]);
  const authorization = `Bearer ${/ck_\S+/.exec(created.output)?.[0]}`;
  // Files are for their owner alone, unless the owner says otherwise.
  for (const file of readdirSync(data).filter((name) => name.includes(".sqlite"))) {
    chmodSync(join(data, file), 0o444);
  }
  chmodSync(data, 0o555);
  chmodSync(join(data, ".."), 0o755);
  onTestFinished(() => chmodSync(data, 0o755));
  const service = await serve(data, user);
  expect((await service.get(LATEST, { authorization })).status).toBe(200);
  expect((await service.get(LATEST, { authorization: "Bearer ck_x" })).status).toBe(401);
  expect(await service.get("/readyz")).toMatchObject({
    status: 200,
    body: { management: { trouble: expect.stringMatching(/management\.sqlite: /) } },
  });
  await service.until(/cursor\.key: EACCES.*cursors become invalid/);
});

test("serves a folder on a full disk, and follows its chain once there is space", async (context) => {
  const chain = await quietChain({ history: 1 });
  const data = temporaryFolder();
  const disk = mountSmallDisk(data);
  if (!disk) {
    return context.skip("mounting a file system is not permitted");
  }
  const follow = ["--chain", `ethereum=${chain.rpcUrl}`, "--from", "0", "--poll", "50"];
  const first = await serve(data, undefined, follow);
  await expect.poll(() => first.get("/readyz")).toMatchObject({ status: 200 });
  const { body: before } = await first.get(LATEST);
  first.child.kill("SIGTERM");
  await first.code;
  const created = await call(["token", "create", "x", "--scope", "data", "--data", data]);
  const token = /ck_\S+/.exec(created.output)?.[0];
  // The disk takes no byte more, not even a key of cursors.
  rmSync(join(data, "cursor.key"));
  disk.fill();

  const service = await serve(data, undefined, follow);
  const authorization = `Bearer ${token}`;
  expect(await service.get(LATEST, { authorization })).toEqual({ status: 200, body: before });
  const full = "disk I/O error|database or disk is full";
  await expect
    .poll(() => service.get("/readyz"))
    .toMatchObject({
      status: 503,
      body: {
        chains: {
          ethereum: {
            served: before.block.number,
            trouble: expect.stringMatching(
              new RegExp(`ethereum\\.chain\\.sqlite(\\.lock)?: (${full})`),
            ),
          },
        },
        management: {
          trouble: expect.stringMatching(new RegExp(`management\\.sqlite: (${full})`)),
        },
      },
    });
  await service.until(/cursor\.key: ENOSPC.*cursors become invalid/);
  const page = await service.get("/ethereum/v1/transactions?limit=1");
  const next = await service.get(`/ethereum/v1/transactions?limit=1&cursor=${page.body.cursor}`);
  expect(next.status).toBe(200);

  // Not that the database is read-only, which does not tell what to do.
  const refused = await call(["token", "create", "y", "--data", data]);
  expect(refused.output).toMatch(new RegExp(`management\\.sqlite: (${full})$`, "m"));
  expect(refused.code).toBe(1);

  disk.release();
  await expect.poll(async () => (await service.get("/readyz")).body.management).toBeUndefined();
  await chain.act();
  await expect
    .poll(async () => (await service.get(LATEST)).body.block.number)
    .toBeGreaterThan(before.block.number);
});
