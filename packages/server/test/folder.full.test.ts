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
import { finished, run } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { until } from "./support/ingest.ts";
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
  writeFileSync(
    file,
    JSON.stringify({ block, receipts: await send("eth_getBlockReceipts", "0x1") }),
  );
  await close();
  const commands = [["import", "--chain", "ethereum", file], ["status"]];
  for (const command of commands) {
    expect((await call([...command, "--data", join(prepared, "data")])).code).toBe(0);
  }
});
afterAll(() => rmSync(prepared, { recursive: true }));

/** A folder with a chain of one block, to be broken. */
function folderWithChain(): string {
  const folder = temporaryFolder();
  cpSync(prepared, folder, { recursive: true });
  return join(folder, "data");
}

async function serve(data: string, user?: number, args: readonly string[] = []) {
  const service = run(["serve", "--data", data, "--port", "0", ...args], {}, user);
  const [, url = ""] = await service.until(/chainkit-server listening at (http:\S+)/);
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it asked for.
    const body: any = await response.json();
    return { status: response.status, body };
  };
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  return { ...service, url, get, metrics };
}

const LATEST = "/v2/ethereum/blocks/latest";

/** Serves a folder with a chain and an unusable file of another: the other cannot be read. */
async function serveBeside(content: string) {
  const data = folderWithChain();
  const file = join(data, "base.chain.sqlite");
  writeFileSync(file, content);
  const service = await serve(data);
  expect((await service.get(LATEST)).status).toBe(200);
  expect((await service.get("/v2/base/blocks/latest")).status).toBe(500);
  return { data, file, service };
}

test("serves the other chains if one chain file is broken", async () => {
  const { data, service } = await serveBeside("no database at all".repeat(500));
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: {
      chains: { base: { trouble: expect.stringMatching(/base\.chain\.sqlite: file is not/) } },
    },
  });
  // A missing series would raise no alert.
  expect(await service.metrics()).toMatch(/^chainkit_lag_blocks\{chain="base"\} -1$/m);
  await service.until(/base\.chain\.sqlite: file is not.*chain data cannot be opened/);
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
});

test("names an empty chain file, which no crash leaves, and neither serves nor fills it", async () => {
  const { data, file, service } = await serveBeside("");
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: {
      chains: {
        base: { trouble: expect.stringMatching(/base\.chain\.sqlite: the file is empty: restore/) },
        ethereum: { ready: true },
      },
    },
  });
  const block = join(dirname(data), "block.json");
  const { code, output } = await call(["import", "--chain", "base", "--data", data, block]);
  expect(code).toBe(1);
  expect(output).toMatch(/base\.chain\.sqlite: the file is empty: restore it, or delete it/);
  expect(statSync(file).size).toBe(0);
});

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

test("serves the other chains if a file is damaged where it is not read when it is opened", async () => {
  const data = folderWithChain();
  const file = join(data, "base.chain.sqlite");
  copyFileSync(join(data, "ethereum.chain.sqlite"), file);
  damage(file, "block");
  const service = await serve(data);
  expect((await service.get(LATEST)).status).toBe(200);
  expect((await service.get("/v2/base/blocks/latest")).status).toBe(500);
  await until("the failure is logged, with its file", () =>
    /base\.chain\.sqlite: database disk image is malformed/.test(service.output()),
  );
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: {
      chains: {
        base: { trouble: expect.stringMatching(/base\.chain\.sqlite: .* is malformed/) },
        ethereum: { ready: true },
      },
    },
  });
});

test("is not ready once a request has found a damaged page, and serves what is whole", async () => {
  const data = folderWithChain();
  damage(join(data, "ethereum.chain.sqlite"), "balance_held");
  const service = await serve(data);
  expect((await service.get("/readyz")).status).toBe(200);
  const owner = `0x${"11".repeat(20)}`;
  expect((await service.get(`/ethereum/v1/address/${owner}/balance/erc20`)).status).toBe(500);
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: {
      chains: {
        ethereum: {
          served: 1,
          trouble: expect.stringMatching(/ethereum\.chain\.sqlite: .* is malformed/),
        },
      },
    },
  });
  expect((await service.get(LATEST)).status).toBe(200);
});

test("serves chains if the management file is broken", async () => {
  const data = folderWithChain();
  writeFileSync(join(data, "management.sqlite"), "no database at all".repeat(500));
  const service = await serve(data);
  expect((await service.get(LATEST)).status).toBe(200);
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: { management: { trouble: expect.stringMatching(/management\.sqlite: file is not/) } },
  });
  await service.until(/management\.sqlite: file is not.*data cannot be opened/);
});

/** Locks a file as another process, until the returned function is called. */
function lock(file: string, how: string): () => void {
  const other = new DatabaseSync(file);
  other.exec(how);
  return () => other.close();
}

test("reads management data that another process writes for long, and writes it afterwards", async () => {
  const data = folderWithChain();
  const created = await call(["token", "create", "x", "--data", data]);
  await call(["subgraph", "add", "transfers", "1.0.0", "--data", data]);
  const authorization = `Bearer ${/ck_\S+/.exec(created.output)?.[0]}`;
  const unlock = lock(join(data, "management.sqlite"), "BEGIN IMMEDIATE");
  const service = await serve(data);
  expect(await service.get("/readyz")).toMatchObject({ status: 200 });
  expect((await service.get(LATEST, { authorization })).status).toBe(200);
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
    expect((await service.get(LATEST, { authorization })).status).toBe(200);
  }
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect((await refused).status).toBe(503);
  await service.until(/management\.sqlite is locked by another process/);
  const accepted = tag();
  await new Promise((resolve) => setTimeout(resolve, 200));
  unlock();
  expect((await accepted).status).toBe(200);
});

test("opens management data once it can be read, although it could not be at the start", async () => {
  const data = folderWithChain();
  const created = await call(["token", "create", "x", "--data", data]);
  const authorization = `Bearer ${/ck_\S+/.exec(created.output)?.[0]}`;
  const file = join(data, "management.sqlite");
  const unlock = lock(file, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  const service = await serve(data);
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: { management: { trouble: `${file} is locked by another process` } },
  });
  expect((await service.get(LATEST)).status).toBe(200);
  expect((await service.get(LATEST, { authorization })).status).toBe(503);
  unlock();
  await expect.poll(() => service.get("/readyz")).toMatchObject({ status: 200 });
  expect((await service.get(LATEST, { authorization })).status).toBe(200);
  await service.until(/management data has been opened/);
  service.child.kill("SIGTERM");
  expect(await service.code).toBe(0);
});

test("refuses a folder whose files are all broken, and names one", async () => {
  const data = folderWithChain();
  writeFileSync(join(data, "ethereum.chain.sqlite"), "no database at all".repeat(500));
  const { code, output } = await finished(["serve", "--data", data, "--port", "0"]);
  expect(code).toBe(1);
  expect(output).toMatch(/^chainkit-server: \S+ethereum\.chain\.sqlite: file is not a database$/m);
});

test("names a new folder that cannot be written, and the user", async (context) => {
  const user = userWithoutPrivileges();
  if (user === undefined) {
    return context.skip("only root may enter a folder above this repository");
  }
  const data = temporaryFolder();
  chmodSync(data, 0o555);
  onTestFinished(() => chmodSync(data, 0o755));
  const options = ["--chain", "ethereum=http://127.0.0.1:9", "--port", "0", "--data", data];
  const { code, output } = run(["serve", ...options], {}, user);
  expect(await code).toBe(1);
  expect(output()).toBe(
    `chainkit-server: ${join(data, "ethereum.chain.sqlite")}: the folder cannot be written by user ${user} (EACCES); change its owner or permissions\n`,
  );
});

test("serves a read-only folder", async (context) => {
  // Root may write anywhere.
  const user = userWithoutPrivileges();
  if (user === undefined) {
    return context.skip("only root may enter a folder above this repository");
  }
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
  const refused = await finished(["token", "create", "y", "--data", data]);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(new RegExp(`management\\.sqlite: (${full})$`, "m")),
  });

  disk.release();
  await expect.poll(async () => (await service.get("/readyz")).body.management).toBeUndefined();
  await chain.act();
  await expect
    .poll(async () => (await service.get(LATEST)).body.block.number)
    .toBeGreaterThan(before.block.number);
});
