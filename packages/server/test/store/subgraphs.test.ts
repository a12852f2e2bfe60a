import { describe, expect, test } from "vitest";
import type { Claim } from "../../src/store/subgraph-store.ts";
import { ENGINES_OF_TODAY, untilEnd } from "../support/engines.ts";

const V1 = { name: "a/b", version: "1.0.0", deploymentId: "Qm1", remoteName: "a-b-1", node: null };
const V2 = { ...V1, version: "2.0.0", deploymentId: "Qm2", remoteName: "a-b-2" };

describe.each(ENGINES_OF_TODAY)("$name", (engine) => {
  /** A registry with a clock that the test moves, in milliseconds. */
  async function registry() {
    let now = 1_000_000;
    const place = await engine.place();
    const management = untilEnd(await engine.openManagement(place, () => now / 1_000));
    const subgraphs = untilEnd(await engine.openSubgraphs(place, () => now));
    const claim = (holder: string): Claim => ({ holder, until: now + 1_000 });
    return { management, subgraphs, claim, wait: (ms: number) => (now += ms) };
  }

  test("a version can be tagged and found only after its deployment is complete", async () => {
    const { management, subgraphs, claim } = await registry();
    expect(await subgraphs.beginDeploy(V1, claim("x"))).toBe("begun");
    expect(await management.setTag("a/b", "1.0.0", "live")).toBe(false);
    expect(await subgraphs.resolve("a/b", "1.0.0")).toBeUndefined();
    expect(await subgraphs.beginDeploy(V1, claim("y"))).toBe("busy");
    expect(await subgraphs.finish("a/b", "1.0.0", "y")).toBe(false);
    expect(await subgraphs.finish("a/b", "1.0.0", "x")).toBe(true);
    expect(await management.setTag("a/b", "1.0.0", "live")).toBe(true);
    const target = { version: "1.0.0", deploymentId: "Qm1" };
    expect(await subgraphs.resolve("a/b", "1.0.0")).toEqual({ ...target, isTag: false });
    expect(await subgraphs.resolve("a/b", "live")).toEqual({ ...target, isTag: true });
    expect(await subgraphs.resolve("a/b", "other")).toBeUndefined();
    for (const taken of [V1, { ...V2, remoteName: V1.remoteName }]) {
      expect(await subgraphs.beginDeploy(taken, claim("x"))).toBe("exists");
    }
    const known = { ...V1, state: "deployed", reason: null, createdAt: 1_000 };
    expect(await subgraphs.listDeployments()).toEqual([known]);
    expect(await subgraphs.findByRemoteName("a-b-1")).toEqual(known);
    expect(await subgraphs.findDeployment("a/b", "2.0.0")).toBeUndefined();
  });

  test("an expired intent is taken over, and its former holder has lost it", async () => {
    const { subgraphs, claim, wait } = await registry();
    await subgraphs.beginDeploy(V1, claim("x"));
    expect(await subgraphs.listUnfinished()).toEqual([]);
    expect(await subgraphs.claim("a/b", "1.0.0", claim("y"))).toBeUndefined();
    wait(2_000);
    expect(await subgraphs.listUnfinished()).toMatchObject([{ version: "1.0.0" }]);
    expect(await subgraphs.claim("a/b", "1.0.0", claim("y"))).toMatchObject({ state: "deploying" });
    expect(await subgraphs.finish("a/b", "1.0.0", "x")).toBe(false);
    expect(await subgraphs.release("a/b", "1.0.0", "y", "graph-node is away")).toBe(true);
    expect(await subgraphs.findDeployment("a/b", "1.0.0")).toMatchObject({
      ...{ state: "deploying", reason: "graph-node is away" },
    });
    expect(await subgraphs.beginDeploy({ ...V1, deploymentId: "Qm2" }, claim("z"))).toBe("exists");
    expect(await subgraphs.beginDeploy(V1, claim("z"))).toBe("resumed");
    expect(await subgraphs.cancel("a/b", "1.0.0", "z")).toBe(true);
    expect(await subgraphs.listDeployments()).toEqual([]);
  });

  test("a version is not removed while a tag points at it", async () => {
    const { management, subgraphs, claim } = await registry();
    expect(await subgraphs.attach(V1)).toBe(true);
    expect(await subgraphs.attach(V2)).toBe(true);
    expect(await subgraphs.attach({ ...V2, version: "3.0.0" })).toBe(false);
    await management.addDeployment("a/b", "local");
    await management.setTag("a/b", "1.0.0", "live");
    const kindOf = async (version: string, holder: string) =>
      (await subgraphs.beginRemoval("a/b", version, claim(holder))).kind;
    expect(await kindOf("1.0.0", "x")).toBe("tagged");
    expect(await kindOf("local", "x")).toBe("local");
    expect(await kindOf("none", "x")).toBe("unknown");
    expect(await kindOf("2.0.0", "x")).toBe("begun");
    expect(await kindOf("2.0.0", "y")).toBe("busy");
    expect(await management.setTag("a/b", "2.0.0", "live")).toBe(false);
    expect(await subgraphs.cancel("a/b", "2.0.0", "x")).toBe(true);
    expect(await management.setTag("a/b", "2.0.0", "live")).toBe(true);
    expect(await kindOf("1.0.0", "x")).toBe("begun");
    expect(await subgraphs.finish("a/b", "1.0.0", "x")).toBe(true);
    expect((await management.listDeployments()).map(({ version }) => version).sort()).toEqual([
      "2.0.0",
      "local",
    ]);
  });
});
