import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import fc from "fast-check";
import type { CallParams } from "../cases/values.ts";
import { canonical } from "./canonical.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";

const RUNS = 4;

/** Similar tag names that must be distinct: by case, substring, spaces and script. */
const NAMES = ["a", "A", "b", "a-b", "a b", "a ", "ä"];

/** A long tag name: with its prefix still below 256 characters, a common size of columns. */
const LONG = "long".repeat(50);

/** Invariants of the tags of a version. */
export const tagInvariants: readonly Invariant[] = [
  {
    name: "after any sequence of creations and deletions, the listed tags are the existing ones",
    operation: "createTag",
    also: ["deleteTag", "queryTag"],
    needs: ["state", "known"],
    check: async (fixture) => {
      let numRuns = RUNS;
      await fixture.forEach(versions(fixture), async (version) => {
        await anyOrder(fixture, version, numRuns);
        numRuns = 1;
      });
    },
  },
  {
    name: "create_time stays the same from one query to the next",
    operation: "queryTag",
    also: ["createTag", "deleteTag"],
    needs: ["state"],
    check: (fixture) =>
      fixture.forEach(versions(fixture), async (version) => {
        const tag = tagName(fixture, "time");
        await create(fixture, version, tag);
        const times: unknown[] = [];
        for (let query = 0; query < 3; query += 1) {
          const listed = await tagsOf(fixture, version);
          times.push(listed.find((each) => each.tag === tag)?.create_time);
        }
        const isStable = times.every((time) => time === times[0]);
        fixture.assert(isStable, `create_time of ${tag} stays ${times[0]}`, times.join(", "));
        await remove(fixture, version, tag);
      }),
  },
  {
    name: "a deleted tag is not listed, and deleting it again changes nothing",
    operation: "deleteTag",
    also: ["createTag", "queryTag"],
    needs: ["state"],
    check: (fixture) =>
      fixture.forEach(versions(fixture), async (version) => {
        const before = await tagsOf(fixture, version);
        const tag = tagName(fixture, "twice");
        await create(fixture, version, tag);
        await remove(fixture, version, tag);
        const again = ["404", "200"];
        await fixture.call("deleteTag", { ...version, tag }, again, "the tag was deleted");
        sameTags(fixture, before, await tagsOf(fixture, version));
      }),
  },
  {
    name: "a refused change changes nothing",
    operation: "createTag",
    also: ["deleteTag", "queryTag"],
    needs: ["state", "tokens"],
    check: (fixture) =>
      fixture.forEach(versions(fixture).slice(0, 1), async (version) => {
        const tag = tagName(fixture, "refused");
        // A service that takes the token of another request needs one first.
        await create(fixture, version, `${tag}-before`);
        await refuse(fixture, "createTag", { ...version, tag });
        const isCreated = names(await tagsOf(fixture, version)).includes(tag);
        fixture.assert(!isCreated, `${tag} is not listed, as its creation was refused`, "listed");
        await refuse(fixture, "deleteTag", { ...version, tag: `${tag}-before` });
        const isKept = names(await tagsOf(fixture, version)).includes(`${tag}-before`);
        fixture.assert(
          isKept,
          `${tag}-before is listed, as its deletion was refused`,
          "not listed",
        );
        await fixture.forEach(
          [...(isCreated ? [tag] : []), ...(isKept ? [`${tag}-before`] : [])],
          (each) => remove(fixture, version, each),
        );
      }),
  },
  {
    name: "a tag of one version is not listed at another version, nor changed there",
    operation: "queryTag",
    also: ["createTag", "deleteTag"],
    needs: ["state"],
    check: async (fixture) => {
      const [one, ...others] = versions(fixture);
      if (!one || others.length === 0) {
        fixture.skip("only one version is known for createTag; pass another one with --known");
        return;
      }
      await fixture.forEach(others, (other) => separate(fixture, one, other));
    },
  },
  ...["createTag", "deleteTag", "queryTag"].map(
    (operation): Invariant => ({
      name: "an unknown version is not found",
      operation,
      needs: ["state", "token"],
      check: async (fixture) => {
        const tag = "x";
        const unknown = [
          { subgraph_name: tagName(fixture, "no-subgraph"), version: "0.0.0-none", tag },
          ...versions(fixture).map((version) => ({ ...version, version: "0.0.0-none", tag })),
          ...versions(fixture).map((version) => ({
            ...version,
            subgraph_name: tagName(fixture, "no-subgraph"),
            tag,
          })),
        ];
        await fixture.forEach(unknown, async (version) => {
          await fixture.call(operation, version, ["404"], "there is no such version");
        });
      },
    }),
  ),
];

/** The versions known to exist, without the tags of the contract's examples. */
function versions(fixture: Fixture): CallParams[] {
  const known = fixture.known("createTag").map(({ subgraph_name, version }) => ({
    subgraph_name,
    version,
  }));
  return [...new Map(known.map((each) => [canonical(each), each])).values()];
}

async function separate(fixture: Fixture, one: CallParams, other: CallParams): Promise<void> {
  const before = await tagsOf(fixture, other);
  const tag = tagName(fixture, "other-version");
  await create(fixture, one, tag);
  sameTags(fixture, before, await tagsOf(fixture, other));
  const because = "this version has no such tag";
  await fixture.call("deleteTag", { ...other, tag }, ["404", "200"], because);
  const kept = names(await tagsOf(fixture, one)).includes(tag);
  fixture.assert(kept, `${tag} is still listed`, "not listed");
  await create(fixture, other, tag);
  // A tag of one subgraph may be a pointer, which its creation at another version moves.
  const isMoved =
    one.subgraph_name === other.subgraph_name && !names(await tagsOf(fixture, one)).includes(tag);
  await remove(fixture, other, tag);
  if (isMoved) {
    return;
  }
  const still = names(await tagsOf(fixture, one)).includes(tag);
  fixture.assert(still, `${tag} is still listed, which another version had as well`, "not listed");
  if (still) {
    await remove(fixture, one, tag);
  }
}

async function anyOrder(fixture: Fixture, version: CallParams, numRuns: number): Promise<void> {
  const before = await tagsOf(fixture, version);
  const action = fc.record({ isCreate: fc.boolean(), tag: fc.constantFrom(...NAMES) });
  const examples = [
    [
      { isCreate: true, tag: "a" },
      { isCreate: true, tag: "A" },
      { isCreate: true, tag: "b" },
      { isCreate: true, tag: "a" },
      { isCreate: false, tag: "a" },
      { isCreate: false, tag: "a" },
      { isCreate: true, tag: "a-b" },
      { isCreate: true, tag: "a b" },
      { isCreate: true, tag: "a " },
      { isCreate: true, tag: "ä" },
      { isCreate: true, tag: LONG },
    ],
  ];
  await fixture.property(
    fc.array(action, { minLength: 2, maxLength: 8 }),
    { numRuns, examples },
    async (actions) => {
      const existing = new Set<string>();
      for (const { isCreate, tag: name } of actions) {
        const tag = tagName(fixture, name);
        if (isCreate) {
          if (await create(fixture, version, tag)) {
            existing.add(tag);
          }
        } else {
          const statuses = existing.has(tag) ? ["200"] : ["404", "200"];
          const params = { ...version, tag };
          await fixture.call("deleteTag", params, statuses, "the tag may exist", waiverFor(tag));
          existing.delete(tag);
        }
        const listed = await tagsOf(fixture, version);
        const old = names(before);
        const own = names(listed).filter((each) => !old.includes(each));
        const isRight = canonical(own.sort()) === canonical([...existing].sort());
        const expected = `the created tags are listed: ${list([...existing])}`;
        fixture.assert(isRight, expected, list(own));
        const others = listed.filter((each) => old.includes(String(each.tag)));
        sameTags(fixture, before, others);
      }
      for (const tag of existing) {
        await remove(fixture, version, tag);
      }
    },
  );
}

/** Creates a tag; false if it is refused as a waiver allows. */
async function create(fixture: Fixture, version: CallParams, tag: string): Promise<boolean> {
  const params = { ...version, tag };
  const waiver = waiverFor(tag);
  const { status } = await fixture.call("createTag", params, ["200"], "the version exists", waiver);
  return status < 400;
}

/** The waiver of a deployment that refuses a name. */
function waiverFor(tag: string): string | undefined {
  if (tag.includes(LONG)) {
    return "name-length";
  }
  return /^[\w.-]*$/.test(tag) ? undefined : "name-format";
}

/** Tries a change with a token that is not valid. */
async function refuse(fixture: Fixture, id: string, params: CallParams): Promise<void> {
  const { context } = fixture;
  const operation = context.operation(id);
  const request = { ...context.request(operation, params), withToken: false };
  const headers = { ...request.headers, authorization: "Bearer no-such-token" };
  const expect = {
    statuses: ["401"],
    because: "the token is not valid",
    rule: { part: operation.node },
  };
  await context.exchange(operation, { ...request, headers }, expect);
}

async function remove(fixture: Fixture, version: CallParams, tag: string): Promise<void> {
  await fixture.call("deleteTag", { ...version, tag }, ["200"], "the tag exists");
}

/** The tags of a version, without those of other runs of this suite. */
async function tagsOf(fixture: Fixture, version: CallParams): Promise<JsonObject[]> {
  const { body } = await fixture.call("queryTag", version);
  const data = isObject(body) ? body.data : undefined;
  const tags = itemsOf(isObject(data) ? data.tags : undefined).filter(isObject);
  const isForeign = ({ tag }: JsonObject) =>
    String(tag).startsWith("contract-") && !String(tag).startsWith(tagName(fixture, ""));
  return tags.filter((each) => !isForeign(each));
}

function sameTags(fixture: Fixture, before: readonly JsonObject[], after: readonly JsonObject[]) {
  const sorted = (tags: readonly JsonObject[]) => tags.map(canonical).sort();
  const isSame = canonical(sorted(before)) === canonical(sorted(after));
  const expected = `the tags are unchanged: ${list(sorted(before))}`;
  fixture.assert(isSame, expected, list(sorted(after)));
}

function names(tags: readonly JsonObject[]): string[] {
  return tags.map(({ tag }) => String(tag));
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? "none" : texts.join(", ");
}

/** Returns a name that no other run uses. */
function tagName({ context }: Fixture, name: string): string {
  return `contract-${context.runId}-${name}`;
}
