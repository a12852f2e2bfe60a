import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isToken, newToken, tokenId } from "../src/http/token.ts";
import type { ManagementStore } from "../src/store/management-store.ts";
import { openManagementStore } from "../src/store/sqlite/management-store.ts";

let folder: string;
let file: string;
let clock: number;
let store: ManagementStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainkit-"));
  file = join(folder, "management.sqlite");
  clock = 1_700_000_000;
  store = openManagementStore(file, () => clock);
  store.addDeployment("transfers", "1.0.0");
  store.addDeployment("transfers", "1.1.0");
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

test("a tag points at one version of a subgraph, and moves", () => {
  expect(store.setTag("transfers", "1.0.0", "prod")).toBe(true);
  clock += 60;
  expect(store.setTag("transfers", "1.1.0", "prod")).toBe(true);
  expect(store.listTags("transfers", "1.0.0")).toEqual([]);
  expect(store.listTags("transfers", "1.1.0")).toEqual([{ tag: "prod", createdAt: clock }]);
});

test("set where it already points, it keeps its age", () => {
  store.setTag("transfers", "1.0.0", "prod");
  clock += 60;
  store.setTag("transfers", "1.0.0", "prod");
  expect(store.listTags("transfers", "1.0.0")).toEqual([{ tag: "prod", createdAt: clock - 60 }]);
});

test("tags of a version are listed newest first; other subgraphs have their own", () => {
  store.addDeployment("swaps", "1.0.0");
  store.setTag("transfers", "1.0.0", "prod");
  store.setTag("swaps", "1.0.0", "prod");
  clock += 1;
  store.setTag("transfers", "1.0.0", "canary");
  const names = (name: string) => store.listTags(name, "1.0.0").map(({ tag }) => tag);
  expect(names("transfers")).toEqual(["canary", "prod"]);
  expect(names("swaps")).toEqual(["prod"]);
});

test("a tag is deleted from the version that carries it only", () => {
  store.setTag("transfers", "1.0.0", "prod");
  expect(store.deleteTag("transfers", "1.1.0", "prod")).toBe(false);
  expect(store.deleteTag("transfers", "1.0.0", "prod")).toBe(true);
  expect(store.deleteTag("transfers", "1.0.0", "prod")).toBe(false);
});

test("nothing can be tagged that is not deployed", () => {
  expect(store.setTag("transfers", "9.9.9", "prod")).toBe(false);
});

test("a deployment is not removed while a tag points at it", () => {
  store.setTag("transfers", "1.0.0", "prod");
  expect(store.removeDeployment("transfers", "1.0.0")).toBe("tagged");
  expect(store.hasDeployment("transfers", "1.0.0")).toBe(true);
  store.deleteTag("transfers", "1.0.0", "prod");
  expect(store.removeDeployment("transfers", "1.0.0")).toBe("removed");
  expect(store.removeDeployment("transfers", "1.0.0")).toBe("unknown");
});

test("what one process writes, another sees at once and after a restart", () => {
  const other = openManagementStore(file);
  store.setTag("transfers", "1.0.0", "prod");
  expect(other.listTags("transfers", "1.0.0")).toHaveLength(1);
  other.close();
  store.close();
  store = openManagementStore(file);
  expect(store.listTags("transfers", "1.0.0")).toHaveLength(1);
  expect(store.addDeployment("transfers", "1.0.0")).toBe(false);
});

test("a file of a newer version is refused rather than damaged", () => {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA user_version = 99");
  db.close();
  expect(() => openManagementStore(file)).toThrow("newer version");
});

test("a token is kept as a hash, found by its id, and gone when it is revoked", () => {
  const { id, text, hash } = newToken();
  store.addToken({ id, name: "ci", scope: "management", hash });
  const kept = store.findToken(tokenId(text) ?? "");
  expect(kept).toMatchObject({ id, name: "ci", scope: "management", createdAt: clock });
  expect(isToken(text, kept?.hash ?? new Uint8Array(32))).toBe(true);
  expect(isToken(newToken().text, kept?.hash ?? new Uint8Array(32))).toBe(false);
  const secretPart = text.split("_").at(-1) ?? "";
  expect(JSON.stringify(store.listTokens())).not.toContain(secretPart);
  expect(store.deleteToken(id)).toBe(true);
  expect(store.findToken(id)).toBeUndefined();
});
