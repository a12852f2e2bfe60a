import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  assertDeploymentId,
  assertNodeId,
  nameViolation,
  remoteNameOf,
  splitVersion,
} from "../../src/graph-node/names.ts";
import { isSubgraphName } from "../support/graph-node/admin.ts";
import { times } from "../support/thorough.ts";

describe("names at graph-node", () => {
  test.each([
    ["transfers", "1.0.0", "only letters, digits, - and _"],
    ["transfers", "2", "must have a letter, as in v2"],
    ["transfers", "graphql", "no part may be graphql"],
    ["transfers", "-v1", "must begin and end with a letter or a digit"],
    ["transfers", "v1_", "must begin and end with a letter or a digit"],
    ["", "v1", "no part between slashes may be empty"],
    ["a//b", "v1", "no part between slashes may be empty"],
    ["t".repeat(253), "v1", "1 to 255 characters"],
    ["überweisungen", "v1", "only letters, digits, - and _"],
  ])("%s %s is refused with the rule that it breaks", (name, version, rule) => {
    expect(() => remoteNameOf(name, version)).toThrow(rule);
  });

  test("accepts exactly the names that graph-node accepts", () => {
    const part = fc.oneof(
      fc.constantFrom("graphql", "v1", "1", "-", "a-", "_a", "a.b", "", "x".repeat(253)),
      fc.string({ unit: fc.constantFrom(..."aZ09-_/. ü"), maxLength: 6 }),
    );
    fc.assert(
      fc.property(part, part, (name, version) => {
        const isAccepted = (() => {
          try {
            expect(remoteNameOf(name, version)).toBe(`${name}/${version}`);
            return true;
          } catch {
            return false;
          }
        })();
        expect(isAccepted).toBe(isSubgraphName(`${name}/${version}`));
      }),
      { numRuns: times(500, 10_000) },
    );
  });

  test("a version is split at its last slash", () => {
    expect(splitVersion("org/transfers/v2")).toEqual({ name: "org/transfers", version: "v2" });
    for (const text of ["transfers", "/v2", "transfers/", ""]) {
      expect(() => splitVersion(text)).toThrow("<name>/<version>");
    }
  });

  test("of the registry may be any text of 1 to 256 characters on one line", () => {
    expect(["x".repeat(256), "1.0.0 ü"].map(nameViolation)).toEqual([undefined, undefined]);
    expect(["", "x".repeat(257), "\ud800", "a\nb"].map(nameViolation)).toEqual([
      "must be 1 to 256 characters long",
      "must be 1 to 256 characters long",
      "must be well-formed Unicode",
      "must not contain control characters",
    ]);
  });

  test("validates ids of deployments and nodes", () => {
    assertDeploymentId("QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH");
    for (const id of ["", "Qm/../x", "x".repeat(47), "subgraphs"]) {
      expect(() => assertDeploymentId(id)).toThrow("IPFS hash");
    }
    assertNodeId("index_node_0");
    for (const id of ["", "a b", "x".repeat(64)]) {
      expect(() => assertNodeId(id)).toThrow("node id");
    }
  });
});
