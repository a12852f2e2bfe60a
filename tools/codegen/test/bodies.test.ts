import { expect, test } from "vitest";
import { documentWith, generate, jsonBody, ok, typeErrors } from "./support.ts";

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
