import fc from "fast-check";
import type { CallParams } from "../cases/values.ts";
import { canonical } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import { checkProperty } from "../invariants/property.ts";
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

/** Checks that, after any sequence of creations and deletions, exactly the existing tags are listed. */
export async function anyOrder(
  fixture: Fixture,
  version: CallParams,
  numRuns: number,
): Promise<void> {
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
  await checkProperty(
    fixture,
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
