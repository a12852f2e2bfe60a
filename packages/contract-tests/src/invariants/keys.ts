import type { Difference } from "./compare.ts";
import { named } from "./facts.ts";
import type { Fixture } from "./fixture.ts";

/** Asserts that no key occurs twice. */
export function noDuplicates(fixture: Fixture, keys: readonly string[]): void {
  const seen = new Set<string>();
  const twice = new Set(keys.filter((key) => seen.size === seen.add(key).size));
  fixture.assert(twice.size === 0, "no record is listed twice", `${named([...twice])}`);
}

/** Asserts that a walk lists what another one does. */
export function assertSameRecords(
  fixture: Fixture,
  { lost, added }: Difference,
  how: { readonly one: string; readonly other: string },
): void {
  const all = `${how.one}, every record is listed that is listed ${how.other}`;
  fixture.assert(lost.length === 0, all, `missing ${named(lost)}`);
  const no = `${how.one}, no other records are listed`;
  fixture.assert(added.length === 0, no, `more, ${named(added)}`);
}
