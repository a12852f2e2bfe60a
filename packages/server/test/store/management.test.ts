import { beforeEach, describe, expect, test } from "vitest";
import { isToken, newToken, tokenId } from "../../src/service/tokens.ts";
import type { ManagementStore } from "../../src/store/management-store.ts";
import { ENGINES_OF_TODAY, untilEnd } from "../support/engines.ts";

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  let clock: number;
  let store: ManagementStore;

  beforeEach(async () => {
    clock = 1_700_000_000;
    store = untilEnd(await engine.openManagement(await engine.place(), () => clock));
    expect(await store.addDeployment("transfers", "1.0.0")).toBe(true);
    expect(await store.addDeployment("transfers", "1.0.0")).toBe(false);
    await store.addDeployment("transfers", "1.1.0");
  });

  test("a tag points at one version of a subgraph that is deployed, and moves", async () => {
    expect(await store.setTag("transfers", "1.0.0", "prod")).toBe(true);
    clock += 60;
    expect(await store.setTag("transfers", "1.1.0", "prod")).toBe(true);
    expect(await store.listTags("transfers", "1.0.0")).toEqual([]);
    const moved = [{ tag: "prod", createdAt: clock }];
    expect(await store.listTags("transfers", "1.1.0")).toEqual(moved);
    // Set where it already points, it keeps its creation time.
    clock += 60;
    expect(await store.setTag("transfers", "1.1.0", "prod")).toBe(true);
    expect(await store.listTags("transfers", "1.1.0")).toEqual(moved);
    expect(await store.setTag("transfers", "9.9.9", "prod")).toBe(false);
  });

  test("lists the tags of a version newest first; other subgraphs have their own", async () => {
    await store.addDeployment("swaps", "1.0.0");
    await store.setTag("transfers", "1.0.0", "prod");
    await store.setTag("swaps", "1.0.0", "prod");
    clock += 1;
    await store.setTag("transfers", "1.0.0", "canary");
    const names = async (name: string) =>
      (await store.listTags(name, "1.0.0")).map(({ tag }) => tag);
    expect(await names("transfers")).toEqual(["canary", "prod"]);
    expect(await names("swaps")).toEqual(["prod"]);
  });

  test("deletes a tag from the version that it points at only", async () => {
    await store.setTag("transfers", "1.0.0", "prod");
    expect(await store.deleteTag("transfers", "1.1.0", "prod")).toBe(false);
    expect(await store.deleteTag("transfers", "1.0.0", "prod")).toBe(true);
    expect(await store.deleteTag("transfers", "1.0.0", "prod")).toBe(false);
  });

  test("does not remove a deployment while a tag points at it", async () => {
    await store.setTag("transfers", "1.0.0", "prod");
    expect(await store.removeDeployment("transfers", "1.0.0")).toBe("tagged");
    expect(await store.hasDeployment("transfers", "1.0.0")).toBe(true);
    await store.deleteTag("transfers", "1.0.0", "prod");
    expect(await store.removeDeployment("transfers", "1.0.0")).toBe("removed");
    expect(await store.removeDeployment("transfers", "1.0.0")).toBe("unknown");
  });

  test("stores a token as a hash, finds it by id, and removes it when revoked", async () => {
    const { id, text, hash } = newToken();
    await store.addToken({ id, name: "ci", scope: "management", hash, expiresAt: clock + 60 });
    const kept = await store.findToken(tokenId(text) ?? "");
    const token = { id, name: "ci", scope: "management", hash, expiresAt: clock + 60 };
    expect(kept).toEqual({ ...token, createdAt: clock });
    expect(isToken(text, kept?.hash ?? "0x")).toBe(true);
    expect(isToken(newToken().text, kept?.hash ?? "0x")).toBe(false);
    const secretPart = text.slice(`ck_${id}_`.length);
    expect(JSON.stringify(await store.listTokens())).not.toContain(secretPart);
    expect(await store.deleteToken(id)).toBe(true);
    expect(await store.findToken(id)).toBeUndefined();
  });
});
