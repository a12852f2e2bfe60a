import { readProblems } from "@chainkit/spec";
import { expect, test } from "vitest";
import {
  ERROR_STATUSES,
  HttpError,
  PROBLEM_NAMES,
  PROBLEM_TYPES,
  problemTypeOf,
} from "../src/http/http-error.ts";
import { startService } from "./support/support.ts";

test("the errors of the service are exactly those of the catalogue", async () => {
  expect(PROBLEM_TYPES).toEqual(await readProblems());
  const errors = [
    ...ERROR_STATUSES.map((status) => new HttpError(status, "")),
    ...PROBLEM_NAMES.map((problem) => new HttpError(400, "", { problem })),
  ];
  const names = errors.map((error) => problemTypeOf(error).name);
  expect(names.sort()).toEqual(PROBLEM_TYPES.map(({ name }) => name).sort());
});

test("each type resolves to a page with cause and fix", async () => {
  const { get } = await startService();
  for (const { name, title, status, cause, fix } of PROBLEM_TYPES) {
    const { status: own, headers, body } = await get(`/problems/${name}`);
    expect([own, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const text = body
      .replaceAll(/<\/?code>/g, "`")
      .replaceAll("&lt;", "<")
      .replaceAll("&amp;", "&");
    const shown = [...text.matchAll(/<(?:h1|p)>(.*)<\/(?:h1|p)>/g)].map(([, each]) => each);
    expect(shown).toEqual([title, `Status ${status}, type \`/problems/${name}\``, cause, fix]);
  }
});
