import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { allFollowingFiles } from "../src/areas.ts";
import { runCommand } from "../src/command.ts";
import { generateArea } from "../src/generate.ts";
import { answer, documentWith, json, ok, oneOperation, temporaryFolder } from "./support.ts";

const text = { type: "string" };
const inQuery = (name: string, schema: object) => ({ name, in: "query", schema });
const nested = inQuery("q", { type: "array", items: { type: "object" } });
const numbered = (count: number, item: (at: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at + 1}`, item(at + 1)]));

/** Documents that are not generated as a whole, by what they show. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  "operations that fetch cannot send, or whose schemas are gone": documentWith({
    "/a": { get: { operationId: "getA", requestBody: { required: true, ...json(text) }, ...ok } },
    "/b": { trace: ok },
    "/c": { trace: ok },
    "/d": { get: answer({ $ref: "#/components/schemas/Gone" }) },
    "/e": { get: { operationId: "getE", ...ok } },
  }),
  "one of them": documentWith({ "/a": { trace: ok, get: { operationId: "getA", ...ok } } }),
  "as many as are not all named": documentWith({
    ...numbered(11, () => ({ trace: ok })),
    "/a": { get: { operationId: "getA", ...ok } },
  }),
  "an optional parameter": oneOperation({ parameters: [nested] }),
  "optional parameters of two operations": documentWith({
    "/a": { get: { operationId: "getA", parameters: [nested], ...ok } },
    "/b": { get: { operationId: "getB", parameters: [nested], ...ok } },
  }),
  "methods without an id": documentWith({ "/users/{id}": { get: ok }, "/users": { get: ok } }),
  "more of them": documentWith(numbered(10, () => ({ get: ok }))),
  "nothing that can be generated": documentWith({ "/b": { trace: ok } }),
  "an id whose type is the runtime's": oneOperation({ operationId: "api" }),
  "ids whose types have one name": documentWith(
    numbered(3, (at) => ({ get: { operationId: at === 2 ? "list-all" : "list/all", ...ok } })),
  ),
  "a file that is not there": documentWith({ "/a": { $ref: "gone.yaml" } }),
  "a file outside of the folder": oneOperation(answer({ $ref: "../outside.json" })),
  "a URL": oneOperation(answer({ $ref: "https://schemas.example/a.json" })),
  "another scheme": oneOperation(answer({ $ref: "file:///etc/hostname" })),
  "another OpenAPI": { ...oneOperation({}), openapi: "4.0.0" },
  Swagger: { swagger: "2.0" },
};

/** Arguments that are refused. */
const ARGUMENTS: readonly (readonly string[])[] = [
  ["area.yaml"],
  ["a.yaml", "b.yaml", "--out", "x"],
  ["--all", "--omit", "a"],
  ["--chekc"],
  ["gone.yaml", "--out", "x"],
  ["area.yaml", "--out", "x", "--omit", "nothing"],
  ["init"],
  ["init", "area.yaml", "--in", "x"],
  ["init", "area.yaml", "--name", "My API"],
];

/** Parts that a client alone can have, and that the consumers of an area's descriptions would misread. */
const UNDESCRIBED = documentWith({
  "/a": {
    post: {
      operationId: "postA",
      parameters: [
        { ...inQuery("ids", { type: "array", items: text }), explode: false },
        { name: "theme", in: "cookie", schema: text },
        inQuery("plain", { type: "array", items: text }),
      ],
      requestBody: { content: { "text/csv": {} } },
      responses: { 200: { description: "", content: { "text/csv": {} } } },
    },
  },
  "/b": {
    get: {
      operationId: "getB",
      responses: {
        200: { description: "", content: { "text/event-stream": {}, ...json(text).content } },
      },
    },
  },
  "/c": { get: { operationId: "getC", ...ok } },
  "/d": { get: { operationId: "getD", ...ok, servers: [{ url: "/d" }] } },
});

/** Runs the command in a folder with a document; what it prints, and how it ended. */
async function printed(document: object, args: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "api"));
  const inFolder = (name: string) => join(folder, "api", name);
  await writeFile(inFolder("area.yaml"), stringify(document, { aliasDuplicateObjects: false }));
  await writeFile(join(folder, "outside.json"), JSON.stringify(text));
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const paths = args.map((arg) => (/\.yaml$|^x$/.test(arg) ? inFolder(arg) : arg));
  const into = args[0] === "init" ? ["--into", inFolder("")] : [];
  const code = await runCommand([...paths, ...into], allFollowingFiles, {
    log: print,
    error: print,
  });
  if (code !== 0) {
    expect(await readdir(inFolder("")), String(args)).toEqual(["area.yaml"]);
  }
  const shown = lines.filter((line) => !line.startsWith("wrote ")).join("\n");
  expect(shown).not.toMatch(/\n {4}at /);
  return `${shown}\n(exit code ${code})`.replaceAll(`${folder}/api/`, "").replaceAll(folder, "..");
}

test("the catalogue of messages: what is left out and why, and what is refused without a file being written", async () => {
  const lines: string[] = [];
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    const args = ["area.yaml", "--out", "x"];
    const shown = await printed(document, args);
    lines.push(name, shown, "");
    if (shown.includes("--strict")) {
      lines.push(`${name}, with --strict`, await printed(document, [...args, "--strict"]), "");
    }
  }
  for (const args of ARGUMENTS) {
    lines.push(`$ ${args.join(" ")}`, await printed(oneOperation({}), args), "");
  }
  const file = join(await temporaryFolder(), "area.yaml");
  await writeFile(file, stringify(UNDESCRIBED, { aliasDuplicateObjects: false }));
  expect((await generateArea({ file, strict: true })).operations.operations).toHaveLength(4);
  const area = generateArea({ file, strict: true, descriptions: true });
  const { message } = (await area.catch((error) => error)) as Error;
  lines.push("an area", message.replaceAll(`${dirname(file)}/`, ""), "");
  await expect(lines.join("\n")).toMatchFileSnapshot("catalogue/messages.txt");
});
