import { expect, test } from "vitest";
import { documentWith, ok, problemsOf } from "./support.ts";

test("ids whose types would have one name are refused; one that is used twice is made of method and path", async () => {
  const ids = ["things/list", "things-list", "things/list"];
  const paths = ids.map((operationId, index) => [`/${index}`, { get: { operationId, ...ok } }]);
  const problems = await problemsOf(documentWith(Object.fromEntries(paths)));
  expect(problems.map(({ operation, what }) => `${operation} ${what}`)).toEqual([
    "things-list the type ThingsListParams is already used by things/list",
  ]);
  // What the message proposes helps: the first stays.
  expect(await problemsOf(documentWith(Object.fromEntries(paths)), ["things-list"])).toEqual([]);
});
