import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { finished, run } from "./support/command.ts";
import { quietChain } from "./support/ingest.ts";
import { temporaryFolder } from "./support/support.ts";

/** A folder with a chain of two blocks, and what broke afterwards. */
async function folderWithChain() {
  const { send } = await quietChain({ history: 1 });
  const folder = temporaryFolder();
  const file = join(folder, "block.json");
  const block = await send("eth_getBlockByNumber", "0x1", true);
  writeFileSync(
    file,
    JSON.stringify({ block, receipts: await send("eth_getBlockReceipts", "0x1") }),
  );
  const data = join(folder, "data");
  const imported = await finished(["import", "--chain", "ethereum", "--data", data, file]);
  expect(imported.code).toBe(0);
  await finished(["status", "--data", data]);
  return data;
}

async function serve(data: string, user?: number) {
  const service = run(["serve", "--data", data, "--port", "0"], {}, user);
  const [, url = ""] = await service.until(/chainkit-server listening at (http:\S+)/);
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, body: await response.json() };
  };
  return { ...service, get };
}

const LATEST = "/v2/ethereum/blocks/latest";

test("serves the other chains if one chain file is broken", async () => {
  const data = await folderWithChain();
  writeFileSync(join(data, "base.chain.sqlite"), "no database at all".repeat(500));
  const service = await serve(data);
  expect((await service.get(LATEST)).status).toBe(200);
  expect((await service.get("/v2/base/blocks/latest")).status).toBe(500);
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: {
      chains: { base: { trouble: expect.stringMatching(/base\.chain\.sqlite: file is not/) } },
    },
  });
  expect(service.output()).toMatch(/base\.chain\.sqlite: file is not.*chain data cannot be opened/);
  const { code, output } = await finished(["status", "--data", data]);
  expect(code).toBe(0);
  expect(output).toMatch(/\nethereum +1 /);
  expect(output).toMatch(/cannot be opened: .*base\.chain\.sqlite/);
}, 40_000);

test("serves chains if the management file is broken", async () => {
  const data = await folderWithChain();
  writeFileSync(join(data, "management.sqlite"), "no database at all".repeat(500));
  const service = await serve(data);
  expect((await service.get(LATEST)).status).toBe(200);
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: { management: { trouble: expect.stringMatching(/management\.sqlite: file is not/) } },
  });
}, 40_000);

test("refuses a folder whose files are all broken, and names one", async () => {
  const data = await folderWithChain();
  writeFileSync(join(data, "ethereum.chain.sqlite"), "no database at all".repeat(500));
  const { code, output } = await finished(["serve", "--data", data, "--port", "0"]);
  expect(code).toBe(1);
  expect(output).toMatch(/^chainkit-server: \S+ethereum\.chain\.sqlite: file is not a database$/m);
}, 40_000);

test("serves a read-only folder", async () => {
  const data = await folderWithChain();
  // A key of cursors is made when a service starts for the first time.
  const first = await serve(data);
  first.child.kill("SIGTERM");
  await first.code;
  chmodSync(join(data, "cursor.key"), 0o644);
  chmodSync(data, 0o555);
  chmodSync(join(data, ".."), 0o755);
  onTestFinished(() => chmodSync(data, 0o755));
  // Root may write anywhere.
  const service = await serve(data, process.getuid?.() === 0 ? 65_534 : undefined);
  expect((await service.get(LATEST)).status).toBe(200);
}, 40_000);
