import { itemsOf, type JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { canonical, field } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";

/** A long tag name; with its prefix still shorter than 256 characters, a common size of columns. */
export const LONG = "long".repeat(50);

/** Returns the known versions. */
export function versions(fixture: Fixture): CallParams[] {
  const known = fixture.known("createTag").map(({ subgraph_name, version }) => ({
    subgraph_name,
    version,
  }));
  return [...new Map(known.map((each) => [canonical(each), each])).values()];
}

/** Creates a tag. @returns false if it was refused as a waiver allows. */
export async function create(fixture: Fixture, version: CallParams, tag: string): Promise<boolean> {
  const params = { ...version, tag };
  const waiver = waiverFor(tag);
  const { status } = await fixture.call("createTag", params, ["200"], "the version exists", waiver);
  return status < 400;
}

/** Returns the waiver of deployments that refuse a name. */
export function waiverFor(tag: string): string | undefined {
  if (tag.includes(LONG)) {
    return "name-length";
  }
  return /^[\w.-]*$/.test(tag) ? undefined : "name-format";
}

/** Attempts a change with an invalid token, which must be refused. */
export async function refuse(fixture: Fixture, id: string, params: CallParams): Promise<void> {
  const headers = { authorization: "Bearer no-such-token" };
  await fixture.ask(params, { headers, withToken: false }, fixture.context.operation(id));
}

/** Deletes a tag that exists. */
export async function remove(fixture: Fixture, version: CallParams, tag: string): Promise<void> {
  await fixture.call("deleteTag", { ...version, tag }, ["200"], "the tag exists");
}

/** Returns the tags of a version, except those of other runs of this suite. */
export async function tagsOf(fixture: Fixture, version: CallParams): Promise<JsonObject[]> {
  const { body } = await fixture.call("queryTag", version);
  const tags = itemsOf(field(field(body, "data"), "tags")) as JsonObject[];
  const isForeign = ({ tag }: JsonObject) =>
    String(tag).startsWith("contract-") && !String(tag).startsWith(tagName(fixture, ""));
  return tags.filter((each) => !isForeign(each));
}

/** Asserts that the tags of a version have not changed. */
export function sameTags(
  fixture: Fixture,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
) {
  const sorted = (tags: readonly JsonObject[]) => tags.map(canonical).sort();
  const isSame = canonical(sorted(before)) === canonical(sorted(after));
  const expected = `the tags are unchanged: ${list(sorted(before))}`;
  fixture.assert(isSame, expected, list(sorted(after)));
}

/** Returns the names of tags. */
export function names(tags: readonly JsonObject[]): string[] {
  return tags.map(({ tag }) => String(tag));
}

/** Whether a version has a tag. */
export async function isListed(
  fixture: Fixture,
  version: CallParams,
  tag: string,
): Promise<boolean> {
  return names(await tagsOf(fixture, version)).includes(tag);
}

/** Formats names for an expectation. */
export function list(texts: readonly string[]): string {
  return texts.length === 0 ? "none" : texts.join(", ");
}

/** Returns a name that no other run uses. */
export function tagName({ context }: Fixture, name: string): string {
  return `contract-${context.runId}-${name}`;
}
