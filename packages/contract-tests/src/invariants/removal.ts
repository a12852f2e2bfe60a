import type { Invariant } from "./invariant.ts";

/**
 * What holds of removal. It cannot be taken back, so only what `--known` lists for `removeSubgraph`
 * is removed.
 */
export const removalInvariants: readonly Invariant[] = [
  {
    name: "a tagged deployment is not removed; a removed deployment stays removed",
    operation: "removeSubgraph",
    also: ["createTag", "deleteTag", "queryTag"],
    needs: ["state", "known"],
    check: async (fixture) => {
      for (const { name, version } of fixture.known("removeSubgraph")) {
        const deployment = { name, version };
        const tagged = { subgraph_name: name, version, tag: `contract-${fixture.seed}-removal` };
        await fixture.call("createTag", tagged, ["200"], "the version exists");
        await fixture.call("removeSubgraph", deployment, ["409"], "a tag still points at it");
        await fixture.call("queryTag", tagged, ["200"], "it was not removed");
        await fixture.call("deleteTag", tagged, ["200"], "the tag exists");
        await fixture.call("removeSubgraph", deployment, ["200"], "no tag points at it");
        await fixture.call("queryTag", tagged, ["404"], "it was removed");
        await fixture.call("removeSubgraph", deployment, ["404"], "it was removed");
        await fixture.call("createTag", tagged, ["404"], "it was removed");
      }
    },
  },
  {
    name: "an unknown deployment is not found",
    operation: "removeSubgraph",
    needs: ["state", "token"],
    check: async (fixture) => {
      const nothing = { name: `contract-${fixture.seed}-nothing`, version: "0.0.0-none" };
      await fixture.call("removeSubgraph", nothing, ["404"], "there is no such deployment");
    },
  },
];
