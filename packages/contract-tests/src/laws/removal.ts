import type { Law } from "./law.ts";

/**
 * What holds of removal. It cannot be taken back, so only what `--known` lists for `removeSubgraph`
 * is removed.
 */
export const removalLaws: readonly Law[] = [
  {
    name: "a tagged deployment is not removed; a removed deployment stays removed",
    operation: "removeSubgraph",
    also: ["createTag", "deleteTag", "queryTag"],
    needs: ["state", "known"],
    check: async (scene) => {
      for (const { name, version } of scene.known("removeSubgraph")) {
        const deployment = { name, version };
        const tagged = { subgraph_name: name, version, tag: `contract-${scene.seed}-removal` };
        await scene.call("createTag", tagged, ["200"], "the version exists");
        await scene.call("removeSubgraph", deployment, ["409"], "a tag still points at it");
        await scene.call("queryTag", tagged, ["200"], "it was not removed");
        await scene.call("deleteTag", tagged, ["200"], "the tag exists");
        await scene.call("removeSubgraph", deployment, ["200"], "no tag points at it");
        await scene.call("queryTag", tagged, ["404"], "it was removed");
        await scene.call("removeSubgraph", deployment, ["404"], "it was removed");
        await scene.call("createTag", tagged, ["404"], "it was removed");
      }
    },
  },
  {
    name: "an unknown deployment is not found",
    operation: "removeSubgraph",
    needs: ["state", "token"],
    check: async (scene) => {
      const nothing = { name: `contract-${scene.seed}-nothing`, version: "0.0.0-none" };
      await scene.call("removeSubgraph", nothing, ["404"], "there is no such deployment");
    },
  },
];
