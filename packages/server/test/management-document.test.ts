import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDataFolder } from "../src/service/data-folder.ts";
import {
  exportManagement,
  importManagement,
  parseManagement,
} from "../src/service/management-document.ts";
import { openManagement, openSubgraphs } from "../src/store/open.ts";
import { CLI } from "./support/command.ts";
import { call } from "./support/in-process.ts";
import { temporaryFolder } from "./support/support.ts";

const DEPLOYMENT = { name: "c", version: "3", deploymentId: "Qm", remoteName: "c/3", node: null };

/** A data folder with a tagged version, a token and a deployment at graph-node. */
async function folderWithData() {
  const folder = openDataFolder(temporaryFolder());
  const store = await openManagement(folder.management, () => 7);
  await store.addDeployment("a/b", "1");
  await store.setTag("a/b", "1", "live");
  const hash = Buffer.alloc(32, 9);
  await store.addToken({ id: "t", name: "ci", scope: "data", hash, expiresAt: null });
  await store.close();
  const subgraphs = await openSubgraphs(folder.management, () => 7_000);
  await subgraphs.attach(DEPLOYMENT);
  await subgraphs.close();
  return folder;
}

test("exports management data as readable JSON, and imports them as they were", async () => {
  const folder = await folderWithData();
  const { close } = await folder.openCursorKeys();
  close();
  const document = await exportManagement(folder);
  expect(document).toEqual({
    format: "chainkit management 1",
    versions: [
      { name: "a/b", version: "1", created_at: 7 },
      { name: "c", version: "3", created_at: 7 },
    ],
    tags: [{ name: "a/b", tag: "live", version: "1", created_at: 7 }],
    tokens: [
      {
        ...{ id: "t", name: "ci", scope: "data" },
        ...{ hash: "09".repeat(32), created_at: 7, expires_at: null },
      },
    ],
    deployments: [
      {
        ...{ name: "c", version: "3", deployment_id: "Qm", remote_name: "c/3", node: null },
        ...{ state: "deployed", reason: null, created_at: 7, until: 0 },
      },
    ],
    cursorKeys: [expect.stringMatching(/^[\da-f]{64}$/)],
  });
  const copy = openDataFolder(temporaryFolder());
  const text = JSON.stringify(document);
  expect(await importManagement(copy, parseManagement(text, "x.json"))).toBe(
    "2 versions, 1 tags and 1 tokens written and equal; cursors in use stay valid",
  );
  expect(await exportManagement(copy)).toEqual(document);
  await expect(importManagement(copy, document)).rejects.toThrow(/has versions already/);
});

test("refuses to export while a subgraph is being deployed", async () => {
  const folder = await folderWithData();
  const subgraphs = await openSubgraphs(folder.management);
  const claim = { holder: "h", until: Date.now() + 60_000 };
  const next = { ...DEPLOYMENT, version: "4", remoteName: "c/4" };
  await subgraphs.beginDeploy(next, claim);
  await expect(exportManagement(folder)).rejects.toThrow(/c 4 is being deployed or removed/);
  expect((await exportManagement(folder, () => claim.until)).deployments).toHaveLength(2);
  await subgraphs.close();
});

test("the commands write to standard output and read standard input", async () => {
  const { place } = await folderWithData();
  const { code, output } = await call(["management", "export", "--data", place]);
  expect([code, JSON.parse(output)]).toEqual([0, expect.objectContaining({ cursorKeys: [] })]);
  const data = join(temporaryFolder(), "new");
  const args = [CLI, "management", "import", "--data", data, "-"];
  expect(String(execFileSync(process.execPath, args, { input: output }))).toMatch(/^2 versions,/);
  expect(() => parseManagement("{}", "x.json")).toThrow("x.json is not a document of management");
});
