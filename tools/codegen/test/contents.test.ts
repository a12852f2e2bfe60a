import { expect, test } from "vitest";
import { generate, oneOperation, operation, typeErrors } from "./support.ts";

const text = { type: "string" };
const point = { type: "object", properties: { x: { type: "number" } } };

/** A document whose success has the content. */
function withContent(content: object, others: object = {}): object {
  return oneOperation({ responses: { 200: { description: "", content }, ...others } });
}

const withTypes = (...types: string[]) =>
  withContent(Object.fromEntries(types.map((type) => [type, {}])));

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
