import type { JsonObject } from "@chainkit/openapi";
import fc from "fast-check";
import type { CallParams } from "../cases/values.ts";
import { canonical } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import {
  create,
  LONG,
  list,
  names,
  remove,
  sameTags,
  tagName,
  tagsOf,
  waiverFor,
} from "./tag-calls.ts";

/** Similar tag names that must be distinct: by case, substring, spaces and script. */
const NAMES = ["a", "A", "b", "a-b", "a b", "a ", "ä"];

interface Action {
  readonly isCreate: boolean;
  readonly tag: string;
}

/** A sequence that is always tried. */
const EXAMPLE: Action[] = [
  ...["a", "A", "b", "a"].map((tag) => ({ isCreate: true, tag })),
  ...["a", "a"].map((tag) => ({ isCreate: false, tag })),
  ...["a-b", "a b", "a ", "ä", LONG].map((tag) => ({ isCreate: true, tag })),
];

/** Checks that, after any sequence of creations and deletions, exactly the existing tags are listed. */
export async function anyOrder(
  fixture: Fixture,
  version: CallParams,
  numRuns: number,
): Promise<void> {
  const before = await tagsOf(fixture, version);
  const action = fc.record({ isCreate: fc.boolean(), tag: fc.constantFrom(...NAMES) });
  const { findings, seed } = fixture;
  let untried: unknown;
  const holds = fc.asyncProperty(
    fc.array(action, { minLength: 2, maxLength: 8 }),
    async (actions) => {
      const count = findings.length;
      // The check of properties would take it for a counterexample.
      await fixture
        .attempt(() => inOrder(fixture, version, before, actions))
        .catch((error) => {
          untried = error;
        });
      return untried === undefined && findings.length === count;
    },
  );
  await fc.check(holds, { seed, numRuns, endOnFailure: true, examples: [[EXAMPLE]] });
  if (untried !== undefined) {
    throw untried;
  }
}

async function inOrder(
  fixture: Fixture,
  version: CallParams,
  before: readonly JsonObject[],
  actions: readonly Action[],
): Promise<void> {
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
    sameTags(
      fixture,
      before,
      listed.filter((each) => old.includes(String(each.tag))),
    );
  }
  for (const tag of existing) {
    await remove(fixture, version, tag);
  }
}
