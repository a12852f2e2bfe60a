import { expect, test } from "vitest";
import { generate, oneOperation, operation, problemsOf, typeErrors } from "./support.ts";

const text = { type: "string" };
const point = { type: "object", properties: { x: { type: "number" } } };

/** A document whose success has the content. */
function withContent(content: object, others: object = {}): object {
  return oneOperation({ responses: { 200: { description: "", content }, ...others } });
}

const withTypes = (...types: string[]) =>
  withContent(Object.fromEntries(types.map((type) => [type, {}])));

test.for<[types: string[], content: string]>([
  [["text/csv"], "text"],
  [["text/html; charset=utf-8", "application/xml"], "text"],
  [["application/vnd.a+xml", "application/yaml"], "text"],
  [["image/png"], "binary"],
  [["text/csv", "application/pdf"], "binary"],
  [["application/whatever"], "binary"],
])("%j is read as %s", async ([types, content]) => {
  const { rule, response } = await operation(withTypes(...types));
  expect(rule).toMatchObject({ content, accept: types.join(", ").replace("; charset=utf-8", "") });
  expect(rule).not.toHaveProperty("returns");
  expect(response).toBe(content === "text" ? "string" : "Blob");
});

test("a schema tells text from bytes where the media type does not", async () => {
  const contentOf = async (schema: object) =>
    (await operation(withContent({ "application/x": { schema } }))).rule.content;
  expect(await contentOf(text)).toBe("text");
  expect(await contentOf({ ...text, format: "binary" })).toBe("binary");
});

test("JSON is preferred, and the JSON of errors is accepted too", async () => {
  const json = await operation(
    withContent({ "text/csv": {}, "application/json": { schema: point } }),
  );
  expect(json.rule).not.toHaveProperty("content");
  const error = { 400: { description: "", content: { "application/problem+json": {} } } };
  const csv = await operation(withContent({ "text/csv": {} }, error));
  expect(csv.rule.accept).toBe("text/csv, application/problem+json");
});

test("JSON in one success and text in another is refused", async () => {
  const json = { 201: { description: "", content: { "application/json": { schema: point } } } };
  expect(await problemsOf(withContent({ "text/csv": {} }, json))).toMatchObject([
    { where: "responses", what: "text/csv beside JSON is not supported" },
  ]);
});

test("the part that reads contents is shipped where one is used", async () => {
  const { files } = await generate(withTypes("text/event-stream"));
  expect(files.get("operations.ts")).toContain('[{ area: "test-area" }, contents]');
});

test("streams have the type of their data, beside that of the JSON", async () => {
  const stream = { "text/event-stream": { schema: point } };
  const { rule } = await operation(
    withContent({ ...stream, "application/json": { schema: point } }),
  );
  expect(rule).toMatchObject({ events: "json", accept: "text/event-stream, application/json" });
  const { files } = await generate(
    withContent({ ...stream, "application/json": { schema: text } }),
  );
  const use = `import type { GetThingResponse } from "./operations.ts";
export async function read(response: GetThingResponse): Promise<number | undefined> {
  if (typeof response === "string") {
    return undefined;
  }
  for await (const { data, event } of response) {
    // @ts-expect-error may be a text such as [DONE]
    data.x;
    if (event === "message" && typeof data !== "string") {
      return data.x;
    }
  }
}
`;
  expect(await typeErrors(new Map([...files, ["use.ts", use]]))).toBe("");
});

test("a stream may stand beside bytes", async () => {
  const { rule, response } = await operation(withTypes("audio/mpeg", "text/event-stream"));
  expect(rule).toMatchObject({
    ...{ content: "binary", events: "json", accept: "audio/mpeg, text/event-stream" },
  });
  expect(response).toBe("EventStream<unknown> | Blob");
});

test("events of text are not read as JSON", async () => {
  const { rule, response } = await operation(
    withContent({ "text/event-stream": { schema: text } }),
  );
  expect(rule.events).toBe("text");
  expect(response).toBe("EventStream<string>");
});
