import { expect, test } from "vitest";
import { pathRank } from "../src/index.ts";

test("paths are sorted from the most literal one on", () => {
  const sorted = (...paths: string[]) =>
    paths.sort((one, other) => pathRank(one).localeCompare(pathRank(other)));
  expect(sorted("/{a}/b", "/a/{b}", "/a/{b}.json", "/a/b", "/{a}/{b}")).toEqual([
    ...["/a/b", "/a/{b}.json", "/a/{b}", "/{a}/b", "/{a}/{b}"],
  ]);
  // The names of parameters say nothing.
  expect(sorted("/{longer}/{b}/c", "/{a}/b/{c}")).toEqual(["/{a}/b/{c}", "/{longer}/{b}/c"]);
});
