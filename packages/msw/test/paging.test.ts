import { expect, test } from "vitest";
import { exampleItems } from "../src/paging.ts";

const pagination = { cursorParameter: "cursor", cursorField: "next", itemsField: "items" };
const page = (next: string | null, ...items: readonly number[]) => ({ next, items });

test.each([
  [
    "from the first with a cursor to the next without",
    [page("a", 1, 2), page(null, 3)],
    [1, 2, 3],
    2,
  ],
  ["one page, where none has a cursor", [page(null, 1), page(null, 2)], [1], 1],
  [
    "not what is before or after them",
    [page(null, 9), page("a", 1), page(null, 2), page("b", 8)],
    [1, 2],
    1,
  ],
  ["none where there is no page", [], [], 1],
])("the example pages of a listing are %s", (_which, pages, items, most) => {
  expect(exampleItems({ pagination }, pages)).toEqual({ items, most });
});
