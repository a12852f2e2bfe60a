import { readdir } from "node:fs/promises";
import type { Operation } from "@chainkit/openapi";
import { listAreas } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../src/index.ts";
import { documents, examplesOf, operations, requestFor } from "./contract.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ specs: documents });
});
afterAll(() => mock.close());

async function call(
  operation: Operation,
  edit: { headers?: Record<string, string | undefined>; query?: string; body?: string } = {},
) {
  const { target, init } = requestFor(operation);
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(edit.headers ?? {})) {
    value === undefined ? headers.delete(name) : headers.set(name, value);
  }
  const response = await fetch(mock.url + target + (edit.query ?? ""), {
    ...init,
    ...(edit.body === undefined ? {} : { body: edit.body }),
    headers,
  });
  const violations = response.headers.get("sl-violations");
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
    violations: JSON.parse(violations ?? "[]") as { location: string[]; message: string }[],
  };
}

/** A test of a trait that not every operation has. */
function given(condition: unknown, name: string, run: () => Promise<void>): void {
  if (condition) {
    test(name, run);
  }
}

test("there are operations in every area", async () => {
  const areas = await listAreas();
  expect(areas.length).toBe(documents.length);
  expect(operations.length).toBeGreaterThanOrEqual(areas.length);
});

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_, it) => {
  test("answers its own examples with its first success example", async () => {
    const { status, json, violations } = await call(it);
    expect(violations).toEqual([]);
    expect(status).toBe(200);
    expect(json).toEqual(examplesOf(it, 200).values().next().value);
  });

  test.each(
    it.responses.flatMap(({ status, examples: all, headers }) =>
      [...all].map(([name, value]) => [status, name, value, headers] as const),
    ),
  )("%i %s, when it is preferred, is the example and fits its schema", async (...row) => {
    const [status, name, value, headers] = row;
    const answer = await call(it, {
      headers: { prefer: `code=${status}, example=${name}`, accept: "application/json" },
    });
    expect(answer.violations).toEqual([]);
    expect(String(answer.status)).toBe(status);
    expect(answer.json).toEqual(value);
    expect(headers.filter((header) => !answer.headers.has(header.name))).toEqual([]);
  });

  given(it.body, "refuses a body that is no JSON, or none of its own", async () => {
    for (const body of ['{"', "[]", "{}"]) {
      const answer = await call(it, { body });
      expect(answer.status).toBe(400);
      expect([...examplesOf(it, 400).values()]).toContainEqual(answer.json);
      expect(answer.violations[0]?.location.slice(0, 2)).toEqual(["request", "body"]);
    }
  });

  given(it.auth === "required", "refuses a missing token", async () => {
    const answer = await call(it, { headers: { authorization: undefined } });
    expect(answer.status).toBe(401);
    expect([...examplesOf(it, 401).values()]).toContainEqual(answer.json);
  });

  given(it.pagination, "pages to its end and refuses other cursors", async () => {
    const pages: unknown[] = [];
    let cursor: unknown;
    do {
      const query = pages.length === 0 ? "" : `?cursor=${encodeURIComponent(String(cursor))}`;
      const { status, json } = await call(it, { query });
      expect(status).toBe(200);
      pages.push(json);
      cursor = json[it.pagination?.cursorField ?? ""];
    } while (cursor !== null && pages.length < 100);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages).toEqual([...examplesOf(it, 200).values()].slice(0, pages.length));
    const foreign = await call(it, { query: "?cursor=foreign" });
    expect(foreign.status).toBe(400);
    expect(foreign.json).toMatchObject({ errors: [{ parameter: "cursor" }] });
  });
});

test("named examples of parameters lead to the answer of that name", async () => {
  const pairs = operations.flatMap((operation) => {
    const names = operation.parameters.flatMap(({ examples }) => [...examples.keys()]);
    const shared = [...new Set(names)].filter((name) => examplesOf(operation, 200).has(name));
    return shared.map((name) => ({ operation, name }));
  });
  expect(pairs.length).toBeGreaterThan(0);
  for (const { operation, name } of pairs) {
    const parameters = operation.parameters.map((parameter) =>
      parameter.examples.has(name)
        ? { ...parameter, required: true, example: parameter.examples.get(name) }
        : parameter,
    );
    const { json } = await call({ ...operation, parameters });
    expect(json).toEqual(examplesOf(operation, 200).get(name));
  }
});

test("the built package carries every area", async () => {
  const files = await readdir(new URL("../dist/specs/", import.meta.url));
  expect(files.sort()).toEqual((await listAreas()).map(({ name }) => `${name}.json`));
  const packaged = await startMock();
  const { target, init } = requestFor(operations[0] as Operation);
  expect((await fetch(packaged.url + target, init)).status).toBe(200);
  await packaged.close();
});
