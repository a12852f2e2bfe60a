import { isDeepStrictEqual } from "node:util";
import { isObject, itemsOf } from "@chainkit/openapi";
import fc from "fast-check";
import type { CallParams } from "../cases/values.ts";
import type { Fixture, Invariant } from "./invariant.ts";

const RUNS = 6;

/** A listed tag. */
type Tag = Readonly<Record<string, unknown>>;

/** What holds of the tags of a version. */
export const tagInvariants: readonly Invariant[] = [
  {
    name: "after any sequence of creations and deletions, the listed tags are the existing ones",
    operation: "createTag",
    also: ["deleteTag", "queryTag"],
    needs: ["state", "known"],
    check: async (fixture) => {
      for (const version of versions(fixture)) {
        await anyOrder(fixture, version);
      }
    },
  },
  {
    name: "a deleted tag is not listed, and deleting it again changes nothing",
    operation: "deleteTag",
    also: ["createTag", "queryTag"],
    needs: ["state"],
    check: async (fixture) => {
      for (const version of versions(fixture)) {
        const before = await tagsOf(fixture, version);
        const tag = tagName(fixture, "twice");
        await create(fixture, version, tag);
        await fixture.call("deleteTag", { ...version, tag }, ["200"], "the tag exists");
        const again = ["404", "200"];
        await fixture.call("deleteTag", { ...version, tag }, again, "the tag was deleted");
        sameTags(fixture, before, await tagsOf(fixture, version));
      }
    },
  },
  {
    name: "a tag of one version is not listed at another version, nor changed there",
    operation: "queryTag",
    also: ["createTag", "deleteTag"],
    needs: ["state"],
    check: async (fixture) => {
      const [one, other] = versions(fixture);
      if (!one || !other) {
        return;
      }
      const before = await tagsOf(fixture, other);
      const tag = tagName(fixture, "elsewhere");
      await create(fixture, one, tag);
      sameTags(fixture, before, await tagsOf(fixture, other));
      await fixture.call(
        "deleteTag",
        { ...other, tag },
        ["404", "200"],
        "this version has no such tag",
      );
      const kept = names(await tagsOf(fixture, one)).includes(tag);
      fixture.assert(kept, `${tag} is still listed`, "not listed");
      await fixture.call("deleteTag", { ...one, tag }, ["200"], "the tag exists");
    },
  },
  ...["createTag", "deleteTag", "queryTag"].map(
    (operation): Invariant => ({
      name: "an unknown version is not found",
      operation,
      needs: ["state", "token"],
      check: async (fixture) => {
        const nowhere = {
          subgraph_name: tagName(fixture, "no-subgraph"),
          version: "0.0.0-none",
          tag: "x",
        };
        await fixture.call(operation, nowhere, ["404"], "there is no such version");
      },
    }),
  ),
];

/** The versions known to exist, without the tags of the contract's examples. */
function versions(fixture: Fixture): CallParams[] {
  return fixture.known("createTag").map(({ tag: _, ...version }) => version);
}

async function anyOrder(fixture: Fixture, version: CallParams): Promise<void> {
  const before = await tagsOf(fixture, version);
  const action = fc.record({ isCreate: fc.boolean(), tag: fc.constantFrom("a", "b", "a-b") });
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 2, maxLength: 8 }),
    async (actions) => {
      const there = new Set<string>();
      for (const { isCreate, tag: name } of actions) {
        const tag = tagName(fixture, name);
        if (isCreate) {
          await create(fixture, version, tag);
        } else {
          const statuses = there.has(tag) ? ["200"] : ["404", "200"];
          await fixture.call("deleteTag", { ...version, tag }, statuses, "the tag may exist");
        }
        if (isCreate) {
          there.add(tag);
        } else {
          there.delete(tag);
        }
        const listed = await tagsOf(fixture, version);
        const own = names(listed).filter((each) => !names(before).includes(each));
        const isRight = isDeepStrictEqual(own.sort(), [...there].sort());
        fixture.assert(isRight, `the created tags are listed: ${list([...there])}`, list(own));
        sameTags(
          fixture,
          before,
          listed.filter((each) => names(before).includes(String(each.tag))),
        );
      }
      for (const tag of there) {
        await fixture.call("deleteTag", { ...version, tag }, ["200"], "the tag exists");
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
  await fc.assert(property, { seed: fixture.seed, numRuns: RUNS, examples, endOnFailure: true });
}

async function create(fixture: Fixture, version: CallParams, tag: string): Promise<void> {
  await fixture.call("createTag", { ...version, tag }, ["200"], "the version exists");
}

async function tagsOf(fixture: Fixture, version: CallParams): Promise<Tag[]> {
  const { body } = await fixture.call("queryTag", version, ["200"], "the version exists");
  const data = isObject(body) ? body.data : undefined;
  return itemsOf(isObject(data) ? data.tags : undefined) as Tag[];
}

function sameTags(fixture: Fixture, before: readonly Tag[], after: readonly Tag[]): void {
  const sorted = (tags: readonly Tag[]) => tags.map((tag) => JSON.stringify(tag)).sort();
  const isSame = isDeepStrictEqual(sorted(before), sorted(after));
  fixture.assert(isSame, `the tags are unchanged: ${list(sorted(before))}`, list(sorted(after)));
}

function names(tags: readonly Tag[]): string[] {
  return tags.map(({ tag }) => String(tag));
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? "none" : texts.join(", ");
}

/** A name that is nobody else's, and the same for the same seed. */
function tagName({ seed }: Fixture, name: string): string {
  return `contract-${seed}-${name}`;
}
