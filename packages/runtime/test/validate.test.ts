import createFetchClient from "openapi-fetch";
import { expect, test } from "vitest";
import { createClient } from "../src/index.ts";
import { createValidation, type ResponseSchemas } from "../src/validate.ts";

type Schema = ResponseSchemas[string]["responses"][string];
type Path = readonly (string | number | { readonly key: string })[];

const refusing = (message: string, path?: Path): Schema => ({
  "~standard": { validate: () => ({ issues: [path ? { message, path } : { message }] }) },
});

/** The outcome of a call whose response has a status and the schemas to validate it by. */
async function outcomeOf(status: number, responses: Readonly<Record<string, Schema>>) {
  interface Operations {
    getItem(): { result(): Promise<{ ok: boolean; error?: { kind: string; message: string } }> };
  }
  const { getItem } = createClient<Operations>(
    { getItem: { method: "GET", path: "/item" } },
    {
      baseUrl: "http://localhost",
      fetch: async () => Response.json({ a: 1 }, { status }),
      middleware: [createValidation({ "GET /item": { id: "getItem", responses } })],
      retry: false,
    },
    [],
  );
  const { ok, error } = await getItem().result();
  return ok ? "ok" : error?.kind === "http" ? "http" : error?.message;
}

test.each([
  [undefined, "its root"],
  [[], "its root"],
  [["a", 0, "b"], "/a/0/b"],
  [[{ key: "a" }, { key: "b" }], "/a/b"],
  [["a/b", "c~d"], "/a~1b/c~0d"],
] as [Path | undefined, string][])("a path of %j is shown as %s", async (path, shown) => {
  expect(await outcomeOf(200, { 200: refusing("is wrong", path) })).toBe(
    `getItem: 200 response breaks the contract at ${shown}: is wrong`,
  );
});

test.each([
  [201, ["201", "2XX", "default"], "201"],
  [201, ["200", "2XX", "default"], "2XX"],
  [299, ["2XX", "3XX"], "2XX"],
  [201, ["200", "4XX", "default"], "default"],
  [201, ["200", "4XX"], undefined],
  [404, ["200", "4XX", "default"], "4XX"],
] as const)("of the schemas for a %i, of %j, %s is used", async (status, documented, used) => {
  const schemas = documented.map((key) => [key, refusing(`is not ${key}`)] as const);
  expect(await outcomeOf(status, Object.fromEntries(schemas))).toBe(
    used === undefined
      ? "ok"
      : `getItem: ${status} response breaks the contract at its root: is not ${used}`,
  );
});

test("an operation without schemas passes", async () => {
  const onResponse = createValidation({}).onResponse as (answered: object) => Promise<unknown>;
  const request = new Request("http://localhost/item");
  const answered = { request, response: Response.json({}), schemaPath: "/item" };
  await expect(onResponse(answered)).resolves.toBeUndefined();
});

test("the error counts one attempt, where a client of openapi-fetch made it", async () => {
  const client = createFetchClient<Record<"/item", { get: object }>>({
    baseUrl: "http://localhost",
    fetch: async () => Response.json({ a: 1 }),
  });
  client.use(
    createValidation({ "GET /item": { id: "getItem", responses: { 200: refusing("") } } }),
  );
  await expect(client.GET("/item" as never)).rejects.toMatchObject({ attempts: 1 });
});

test("of a long reason, the beginning is shown", async () => {
  const message = await outcomeOf(200, { 200: refusing("x".repeat(300)) });
  expect(message).toMatch(/: x{200}$/);
});
