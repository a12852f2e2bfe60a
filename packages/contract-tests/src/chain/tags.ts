import type { CallParams } from "../cases/values.ts";
import type { Fixture } from "../invariants/fixture.ts";
import { type Invariant, ONCE } from "../invariants/invariant.ts";
import {
  create,
  isListed,
  refuse,
  remove,
  sameTags,
  tagName,
  tagsOf,
  versions,
} from "./tag-calls.ts";
import { anyOrder } from "./tag-sequences.ts";

const RUNS = 4;

/** Invariants of the tags of a version. */
export const tagInvariants: readonly Invariant[] = [
  {
    name: "after any sequence of creations and deletions, the listed tags are the existing ones",
    basis:
      "A tag exists after `createTag` and no longer after `deleteTag`; a deployment is gone after `removeSubgraph`.",
    operation: "createTag",
    also: ["deleteTag", "queryTag"],
    calls: versions,
    check: (fixture, version, index) => anyOrder(fixture, version, index === 0 ? RUNS : 1),
  },
  {
    name: "create_time stays the same from one query to the next",
    basis: "Creation time of the tag.",
    operation: "queryTag",
    also: ["createTag", "deleteTag"],
    needs: ["state"],
    calls: versions,
    check: async (fixture, version) => {
      const tag = tagName(fixture, "time");
      await create(fixture, version, tag);
      const timeOf = async () =>
        (await tagsOf(fixture, version)).find((each) => each.tag === tag)?.create_time;
      const time = await timeOf();
      const again = await timeOf();
      fixture.assert(again === time, `create_time of ${tag} stays ${time}`, `${again}`);
      await remove(fixture, version, tag);
    },
  },
  {
    name: "a deleted tag is not listed, and deleting it again changes nothing",
    basis: "404; 200 is accepted too.",
    operation: "deleteTag",
    also: ["createTag", "queryTag"],
    needs: ["state"],
    calls: versions,
    check: async (fixture, version) => {
      const before = await tagsOf(fixture, version);
      const tag = tagName(fixture, "twice");
      await create(fixture, version, tag);
      await remove(fixture, version, tag);
      const again = ["404", "200"];
      await fixture.call("deleteTag", { ...version, tag }, again, "the tag was deleted");
      sameTags(fixture, before, await tagsOf(fixture, version));
    },
  },
  {
    name: "a refused change changes nothing",
    basis: "Missing or invalid token.",
    operation: "createTag",
    also: ["deleteTag", "queryTag"],
    needs: ["state", "tokens"],
    calls: (fixture) => versions(fixture).slice(0, 1),
    check: async (fixture, version) => {
      const tag = tagName(fixture, "refused");
      // A service that takes the token of another request needs one first.
      await create(fixture, version, `${tag}-before`);
      await refuse(fixture, "createTag", { ...version, tag });
      const isCreated = await isListed(fixture, version, tag);
      fixture.assert(!isCreated, `${tag} is not listed, as its creation was refused`, "listed");
      await refuse(fixture, "deleteTag", { ...version, tag: `${tag}-before` });
      const isKept = await isListed(fixture, version, `${tag}-before`);
      const expected = `${tag}-before is listed, as its deletion was refused`;
      fixture.assert(isKept, expected, "not listed");
      // What was created with success is removed at the end of the run.
      if (isCreated) {
        await remove(fixture, version, tag);
      }
    },
  },
  {
    name: "a tag of one version is not listed at another version, nor changed there",
    basis: "A tag is listed at its version only, and those of other subgraphs are independent.",
    operation: "queryTag",
    also: ["createTag", "deleteTag"],
    needs: ["state"],
    calls: (fixture) => {
      fixture.skip("only one version is known for createTag; pass another one with --known");
      return versions(fixture).slice(1);
    },
    check: async (fixture, other) => {
      const [one = other] = versions(fixture);
      await separate(fixture, one, other);
    },
  },
  ...["createTag", "deleteTag", "queryTag"].map(
    (operation): Invariant => ({
      name: "an unknown version is not found",
      basis: "Subgraph version not found.",
      operation,
      needs: ["state", "token"],
      calls: ONCE,
      check: async (fixture) => {
        const nowhere = { subgraph_name: tagName(fixture, "no-subgraph"), tag: "x" };
        const never = { version: "0.0.0-none", tag: "x" };
        const unknown = [
          { ...nowhere, ...never },
          ...versions(fixture).map((version) => ({ ...version, ...never })),
          ...versions(fixture).map((version) => ({ ...version, ...nowhere })),
        ];
        await fixture.forEach(unknown, async (version) => {
          await fixture.call(operation, version, ["404"], "there is no such version");
        });
        const nameless = { subgraph_name: "", version: "", tag: "x" };
        await fixture.call(operation, nameless, ["400", "404"], "no version has an empty name");
      },
    }),
  ),
];

async function separate(fixture: Fixture, one: CallParams, other: CallParams): Promise<void> {
  const before = await tagsOf(fixture, other);
  const tag = tagName(fixture, "other-version");
  await create(fixture, one, tag);
  sameTags(fixture, before, await tagsOf(fixture, other));
  const because = "this version has no such tag";
  await fixture.call("deleteTag", { ...other, tag }, ["404", "200"], because);
  const kept = await isListed(fixture, one, tag);
  fixture.assert(kept, `${tag} is still listed`, "not listed");
  await create(fixture, other, tag);
  // A tag of one subgraph may be a pointer, which its creation at another version moves.
  const isMoved = one.subgraph_name === other.subgraph_name && !(await isListed(fixture, one, tag));
  await remove(fixture, other, tag);
  if (isMoved) {
    return;
  }
  const still = await isListed(fixture, one, tag);
  fixture.assert(still, `${tag} is still listed, which another version had as well`, "not listed");
  if (still) {
    await remove(fixture, one, tag);
  }
}
