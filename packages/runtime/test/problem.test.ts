import { expect, it } from "vitest";
import { isProblem } from "../src/index.ts";

it.each<[unknown, boolean]>([
  [{ type: "about:blank", title: "Not Found", status: 404 }, true],
  [{ title: "Not Found", status: 404 }, true],
  [{ detail: "No such block." }, true],
  [{ type: "https://example.com/problems/gone" }, true],
  [{ title: null, detail: "d" }, true],
  [{ code: 7, msg: "quota is used up" }, false],
  [{ title: 5 }, false],
  ["Bad Gateway", false],
  [["title"], false],
  [null, false],
  [undefined, false],
])("%j is a problem: %s", (body, is) => {
  expect(isProblem(body)).toBe(is);
});
