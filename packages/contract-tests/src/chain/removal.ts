import { type Invariant, ONCE } from "../invariants/invariant.ts";

/**
 * What holds of removal. It cannot be undone, so only what `--known` lists for `removeSubgraph` is
 * removed.
 */
export const removalInvariants: readonly Invariant[] = [
  {
    name: "a tagged deployment is not removed; a removed deployment stays removed",
    basis: "A version that still has tags is not removed; delete its tags first.",
    operation: "removeSubgraph",
    also: ["createTag", "deleteTag", "queryTag"],
    check: async (fixture, { name, version }) => {
      const deployment = { name, version };
      const tag = `contract-${fixture.context.runId}-removal`;
      const tagged = { subgraph_name: name, version, tag };
      await fixture.call("createTag", tagged, ["200"], "the version exists");
      const because = "a tag still points at it";
      const { status } = await fixture.call("removeSubgraph", deployment, ["409"], because);
      // A waiver may allow that it is removed all the same.
      if (status >= 400) {
        await fixture.call("queryTag", tagged, ["200"], "it was not removed");
        await fixture.call("deleteTag", tagged, ["200"], "the tag exists");
        await fixture.call("removeSubgraph", deployment, ["200"], "no tag points at it");
      }
      await fixture.call("queryTag", tagged, ["404"], "it was removed");
      await fixture.call("removeSubgraph", deployment, ["404"], "it was removed");
      await fixture.call("createTag", tagged, ["404"], "it was removed");
      const others = fixture.known("createTag").filter((each) => each.version !== version);
      await fixture.forEach(others, async ({ subgraph_name, version: other }) => {
        const rest = { subgraph_name, version: other };
        await fixture.call("queryTag", rest, ["200"], "another version was removed");
      });
    },
  },
  {
    name: "an unknown deployment is not found",
    basis: "Deployment not found.",
    operation: "removeSubgraph",
    needs: ["state", "token"],
    calls: ONCE,
    check: async (fixture) => {
      const name = `contract-${fixture.context.runId}-nothing`;
      const unknown = { name, version: "0.0.0-none" };
      await fixture.call("removeSubgraph", unknown, ["404"], "there is no such deployment");
    },
  },
];
