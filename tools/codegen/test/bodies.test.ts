import { expect, test } from "vitest";
import { documentWith, generate, jsonBody, ok, operation, typeErrors } from "./support.ts";

const text = { type: "string" };
const file = { type: "string", format: "binary" };

/** A document with `POST /thing/{id}`, whose body has the content. */
function withContent(content: object, rest: object = {}): object {
  const parameters = [{ name: "id", in: "path", required: true, schema: text }];
  const requestBody = { required: true, content, ...rest };
  return documentWith({
    "/thing/{id}": { post: { operationId: "getThing", ...ok, parameters, requestBody } },
  });
}

const form = (type: string, properties: object, rest: object = {}) =>
  withContent({ [type]: { schema: { type: "object", properties }, ...rest } });

async function partsOf(document: object): Promise<string | undefined> {
  return (await generate(document)).files
    .get("operations.ts")
    ?.match(/const parts.+}, (.+)];/)?.[1];
}

test("the fields of a form are parameters, and bytes are told from text", async () => {
  const properties = { name: text, avatar: file, more: { type: "array", items: file }, any: {} };
  const { rule, rules } = await operation(form("multipart/form-data", properties));
  expect(rule).toMatchObject({ body: "fields", bodyFormat: "multipart" });
  expect(rules).toMatchObject({
    name: { in: "body" },
    avatar: { in: "body", type: "binary" },
    more: { in: "body", type: "array" },
    any: { type: expect.arrayContaining(["string", "object", "binary"]) },
  });
  const urlencoded = await operation(form("application/x-www-form-urlencoded", { name: file }));
  expect(urlencoded.rule).toMatchObject({ body: "fields", bodyFormat: "urlencoded" });
  expect(urlencoded.rules.name).toEqual({ in: "body" });
});

test("JSON is preferred to a form, and a form to what else there is", async () => {
  const types = ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"];
  const all = [...types, "application/problem+json"].map((type) => [
    type,
    { schema: { type: "object", properties: { a: text } } },
  ]);
  const formatOf = async (some: unknown[][]) =>
    (await operation(withContent(Object.fromEntries(some)))).rule.bodyFormat;
  expect(await formatOf(all)).toBeUndefined();
  expect(await formatOf(all.slice(0, 3))).toBe("multipart");
  expect(await formatOf(all.slice(0, 1))).toBe("raw");
});

test("other bodies are text or bytes, under their type unless it is a range", async () => {
  const csv = await operation(withContent({ "text/csv": {} }));
  expect(csv.rule).toMatchObject({ body: "whole", bodyFormat: "raw", contentType: "text/csv" });
  expect(csv.rules.body).toEqual({ in: "body", required: true, type: ["string", "binary"] });
  expect((await operation(withContent({ "image/*": {} }))).rule).not.toHaveProperty("contentType");
});

test("encodings are in the table where they say something", async () => {
  const encoding = {
    a: { style: "deepObject", explode: true },
    b: { explode: false },
    c: { contentType: "application/json" },
    d: { contentType: "image/png, image/jpeg" },
  };
  const properties = { a: {}, b: {}, c: {}, d: {} };
  const { rule } = await operation(
    form("application/x-www-form-urlencoded", properties, { encoding }),
  );
  expect(rule.encoding).toEqual({
    a: { style: "deepObject" },
    b: { style: "form", explode: false },
    c: { contentType: "application/json" },
  });
  const older = { ...form("multipart/form-data", properties, { encoding }), openapi: "3.0.3" };
  expect((await operation(older)).rule.encoding).toEqual({
    c: { contentType: "application/json" },
  });
});

test("a body with a field named as a parameter is one parameter", async () => {
  const { rule, rules } = await operation(
    withContent(jsonBody({ type: "object", properties: { id: text } }).content),
  );
  expect(rule.body).toBe("whole");
  expect(Object.keys(rules)).toEqual(["id", "body"]);
});

test("the part that writes forms is shipped where one is used", async () => {
  const json = jsonBody({ type: "object", properties: { a: text } });
  expect(await partsOf(withContent(json.content))).toBe("bodies");
  expect(await partsOf(form("multipart/form-data", { a: text }))).toBe("forms");
});

test("files are blobs or bytes in forms, and text in JSON", async () => {
  const picture = {
    type: "object",
    required: ["file"],
    properties: { file, tags: { type: "array", items: text } },
  };
  const content = { "multipart/form-data": { schema: { $ref: "#/components/schemas/Picture" } } };
  const document = withContent(content, { required: false });
  const paths = (document as { paths: object }).paths;
  const json = {
    post: {
      operationId: "postJson",
      ...ok,
      requestBody: jsonBody({ $ref: "#/components/schemas/Picture" }),
    },
  };
  const { files } = await generate(
    documentWith({ ...paths, "/json": json }, { components: { schemas: { Picture: picture } } }),
  );
  const use = `import type { GetThingParams, PostJsonParams } from "./operations.ts";
export const blob: GetThingParams = { id: "1", body: { file: new Blob([]), tags: ["a"] } };
export const bytes: GetThingParams = { id: "1", body: { file: new Uint8Array() } };
export const inJson: PostJsonParams = { file: "text" };
// @ts-expect-error no bytes
export const text: GetThingParams = { id: "1", body: { file: "text" } };
// @ts-expect-error no text
export const json: PostJsonParams = { file: new Blob([]) };
`;
  expect(await typeErrors(new Map([...files, ["use.ts", use]]))).toBe("");
});
