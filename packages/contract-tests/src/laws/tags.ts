import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Flat } from "../cases/values.ts";
import { isObject, itemsOf } from "../spec/node.ts";
import type { Law, Scene } from "./law.ts";

const RUNS = 6;

/** A listed tag. */
type Tag = Readonly<Record<string, unknown>>;

/** What holds of the tags of a version. */
export const tagLaws: readonly Law[] = [
  {
    name: "after any sequence of creations and deletions, the listed tags are the existing ones",
    operation: "createTag",
    also: ["deleteTag", "queryTag"],
    needs: ["state", "known"],
    check: async (scene) => {
      for (const version of versions(scene)) {
        await anyOrder(scene, version);
      }
    },
  },
  {
    name: "a deleted tag is not listed, and deleting it again changes nothing",
    operation: "deleteTag",
    also: ["createTag", "queryTag"],
    needs: ["state"],
    check: async (scene) => {
      for (const version of versions(scene)) {
        const before = await tagsOf(scene, version);
        const tag = tagName(scene, "twice");
        await create(scene, version, tag);
        await scene.call("deleteTag", { ...version, tag }, ["200"], "the tag exists");
        const again = ["404", "200"];
        await scene.call("deleteTag", { ...version, tag }, again, "the tag was deleted");
        sameTags(scene, before, await tagsOf(scene, version));
      }
    },
  },
  {
    name: "a tag of one version is not listed at another version, nor changed there",
    operation: "queryTag",
    also: ["createTag", "deleteTag"],
    needs: ["state"],
    check: async (scene) => {
      const [one, other] = versions(scene);
      if (!one || !other) {
        return;
      }
      const before = await tagsOf(scene, other);
      const tag = tagName(scene, "elsewhere");
      await create(scene, one, tag);
      sameTags(scene, before, await tagsOf(scene, other));
      await scene.call(
        "deleteTag",
        { ...other, tag },
        ["404", "200"],
        "this version has no such tag",
      );
      const kept = names(await tagsOf(scene, one)).includes(tag);
      scene.demand(kept, `${tag} is still listed`, "not listed");
      await scene.call("deleteTag", { ...one, tag }, ["200"], "the tag exists");
    },
  },
  ...["createTag", "deleteTag", "queryTag"].map(
    (operation): Law => ({
      name: "an unknown version is not found",
      operation,
      needs: ["state", "token"],
      check: async (scene) => {
        const nowhere = {
          subgraph_name: tagName(scene, "no-subgraph"),
          version: "0.0.0-none",
          tag: "x",
        };
        await scene.call(operation, nowhere, ["404"], "there is no such version");
      },
    }),
  ),
];

/** The versions known to exist, without the tags of the contract's examples. */
function versions(scene: Scene): Flat[] {
  return scene.known("createTag").map(({ tag: _, ...version }) => version);
}

async function anyOrder(scene: Scene, version: Flat): Promise<void> {
  const before = await tagsOf(scene, version);
  const action = fc.record({ isCreate: fc.boolean(), tag: fc.constantFrom("a", "b", "a-b") });
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 2, maxLength: 8 }),
    async (actions) => {
      const there = new Set<string>();
      for (const { isCreate, tag: name } of actions) {
        const tag = tagName(scene, name);
        if (isCreate) {
          await create(scene, version, tag);
        } else {
          const statuses = there.has(tag) ? ["200"] : ["404", "200"];
          await scene.call("deleteTag", { ...version, tag }, statuses, "the tag may exist");
        }
        if (isCreate) {
          there.add(tag);
        } else {
          there.delete(tag);
        }
        const listed = await tagsOf(scene, version);
        const own = names(listed).filter((each) => !names(before).includes(each));
        const isRight = isDeepStrictEqual(own.sort(), [...there].sort());
        scene.demand(isRight, `the created tags are listed: ${list([...there])}`, list(own));
        sameTags(
          scene,
          before,
          listed.filter((each) => names(before).includes(String(each.tag))),
        );
      }
      for (const tag of there) {
        await scene.call("deleteTag", { ...version, tag }, ["200"], "the tag exists");
      }
    },
  );
  const examples: [{ isCreate: boolean; tag: string }[]][] = [
    [
      [
        { isCreate: true, tag: "a" },
        { isCreate: true, tag: "b" },
        { isCreate: true, tag: "a" },
        { isCreate: false, tag: "a" },
        { isCreate: false, tag: "a" },
        { isCreate: true, tag: "a-b" },
      ],
    ],
  ];
  await fc.assert(property, { seed: scene.seed, numRuns: RUNS, examples, endOnFailure: true });
}

async function create(scene: Scene, version: Flat, tag: string): Promise<void> {
  await scene.call("createTag", { ...version, tag }, ["200"], "the version exists");
}

async function tagsOf(scene: Scene, version: Flat): Promise<Tag[]> {
  const { body } = await scene.call("queryTag", version, ["200"], "the version exists");
  const data = isObject(body) ? body.data : undefined;
  return itemsOf(isObject(data) ? data.tags : undefined) as Tag[];
}

function sameTags(scene: Scene, before: readonly Tag[], after: readonly Tag[]): void {
  const sorted = (tags: readonly Tag[]) => tags.map((tag) => JSON.stringify(tag)).sort();
  const isSame = isDeepStrictEqual(sorted(before), sorted(after));
  scene.demand(isSame, `the tags are unchanged: ${list(sorted(before))}`, list(sorted(after)));
}

function names(tags: readonly Tag[]): string[] {
  return tags.map(({ tag }) => String(tag));
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? "none" : texts.join(", ");
}

/** A name that is nobody else's, and the same for the same seed. */
function tagName({ seed }: Scene, name: string): string {
  return `contract-${seed}-${name}`;
}
