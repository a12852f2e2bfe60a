import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { generateArea } from "../src/generate.ts";
import { documentWith, generate, ok, oneOperation, temporaryFolder } from "./support.ts";

/** The documentation comment that stands before a line. */
function docBefore(text: string, line: string): string {
  const before = text.slice(0, text.indexOf(`\n${line}`));
  const comment = before.slice(before.lastIndexOf("/**"));
  return comment.replace(/^\s*(\/\*\*|\*\/|\* ?)|\*\/$/gm, "").trim();
}

async function operationsFile(document: object): Promise<string> {
  return (await generate(document)).files.get("operations.ts") as string;
}

test("a method shows all that the spec says of its operation", async () => {
  const text = await operationsFile(
    oneOperation(
      {
        summary: "Get a thing",
        description: "More of it.",
        deprecated: true,
        externalDocs: { url: "https://example.com/things" },
        security: [{ bearer: [] }],
        parameters: [
          {
            name: "limit",
            in: "query",
            description: "How many.",
            schema: { type: "integer", default: 100, minimum: 1, maximum: 100 },
          },
          { name: "x-y", in: "header", description: "Odd\nname.", schema: { type: "string" } },
        ],
        responses: { ...ok.responses, 404: { description: "No such thing." }, default: {} },
      },
      { components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } } },
    ),
  );
  expect(docBefore(text, "  getThing(")).toBe(
    [
      "Get a thing",
      "",
      "More of it.",
      "",
      "`GET /thing`. Requires a token. Safe to retry.",
      "",
      "@param params.limit - How many. Default 100; at least 1; at most 100.",
      "@param params - `x-y`: Odd name.",
      "@returns A thing.",
      "@throws HTTP 404 — No such thing.",
      "@throws HTTP any other status —",
      "@deprecated",
      "@see https://example.com/things",
    ].join("\n"),
  );
});

const text = { type: "string" };
const inQuery = (others: object) => ({
  parameters: [{ name: "p", in: "query", schema: text, ...others }],
});
const schema = { type: "object", properties: { p: { type: "integer", description: "A." } } };
const ofThing = { "application/json": { schema, examples: { one: { value: { p: 7 } } } } };

test.each<[operation: object, doc: string]>([
  [
    inQuery({
      description: "About p.",
      schema: { ...text, minLength: 1, maxLength: 5 },
      example: "e",
    }),
    'About p.\n\nAt least 1 character; at most 5 characters.\n\n@example "e"',
  ],
  [inQuery({ deprecated: true }), "@deprecated"],
  [{ requestBody: { required: true, content: ofThing } }, "A.\n\n@example 7"],
])("a parameter or a field shows its limits and its example: %j", async (operation, doc) => {
  const post = { operationId: "postThing", ...ok, ...operation };
  const file = await operationsFile(documentWith({ "/thing": { post } }));
  expect(docBefore(file, "  p?:")).toBe(doc);
});

test("text cannot end the comment it stands in, nor pass for a tag", async () => {
  const text = await operationsFile(
    oneOperation({ summary: "a */ b", description: "@see nothing\n  @param x\nmail@host" }),
  );
  const doc = docBefore(text, "  getThing(");
  expect(doc).toContain("a *\\/ b\n\n\\@see nothing\n  \\@param x\nmail@host\n");
  expect(text.split("*/")).toHaveLength(text.split("/**").length);
});

test("a sample is shown as the example of its operation, and of no other", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "samples/things"), { recursive: true });
  await writeFile(join(folder, "samples/things/get.ts"), "const a = 1; /* one */\n\nuse(a);\n");
  const get = { operationId: "things/get", ...ok };
  const post = { operationId: "things/post", ...ok };
  const file = join(folder, "area.yaml");
  await writeFile(file, stringify(documentWith({ "/things": { get, post } })));
  const { files } = await generateArea({ file, samples: join(folder, "samples") });
  const text = files.get("operations.ts") as string;
  expect(docBefore(text, '  "things/get"(')).toContain(
    "@example\n```ts\nconst a = 1; /* one *\\/\n\nuse(a);\n```",
  );
  expect(docBefore(text, '  "things/post"(')).not.toContain("@example");
});

test("an operation names its page of the documentation, if it has one and no link of its own", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "some-area.yaml");
  const get = { operationId: "getThing", tags: ["Some Things"], ...ok };
  const post = { operationId: "postThing", externalDocs: { url: "https://example.com/" }, ...ok };
  await writeFile(file, stringify(documentWith({ "/thing": { get, post } })));
  const textWith = async (pages: boolean) =>
    (await generateArea({ file, pages })).files.get("operations.ts") as string;
  const doc = docBefore(await textWith(true), "  getThing(");
  expect(doc).toContain("See some-area.html#getthing in the documentation.");
  expect(docBefore(await textWith(true), "  postThing(")).toContain("@see https://example.com/");
  expect(docBefore(await textWith(false), "  getThing(")).not.toContain("ee some-area");
});
