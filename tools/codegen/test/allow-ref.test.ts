import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenAt } from "@chainkit/command";
import { expect, onTestFinished, test } from "vitest";
import { generateArea } from "../src/generate.ts";

const SCHEMA = JSON.stringify({ type: "object", properties: { included: { type: "string" } } });

/** A host that a document may name, and the paths that it was asked for. */
async function startHost(respond: RequestListener = (_, response) => response.end(SCHEMA)) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? "");
    response.setHeader("content-type", "application/json");
    respond(request, response);
  });
  const { url, close } = await listenAt(server);
  onTestFinished(close);
  return { url, requested };
}

/** Writes `api/thing.json` with a reference, and `outside.json` beside its folder. */
async function documentWith($ref: string, example: object = {}) {
  const root = await mkdtemp(join(tmpdir(), "chainkit-refs-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const content = { "application/json": { schema: { $ref }, ...example } };
  const responses = { 200: { description: "A thing.", content } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Thing", version: "1.0.0" },
    paths: { "/thing": { get: { operationId: "getThing", responses } } },
  };
  await mkdir(join(root, "api/parts"), { recursive: true });
  await writeFile(join(root, "api/thing.json"), JSON.stringify(document));
  await writeFile(join(root, "api/parts/inside.json"), SCHEMA);
  await writeFile(join(root, "outside.json"), SCHEMA);
  return { root, file: join(root, "api/thing.json") };
}

const typesOf = async (file: string, allowRefs: string[] = []) =>
  (await generateArea({ file, allowRefs })).files.get("types.ts");

test("a URL in a document is fetched only if it is allowed", async () => {
  const { url, requested } = await startHost();
  const { file } = await documentWith(`${url}/schema.json`);
  const portBegins = url.slice(0, -1);
  for (const allowed of [[], [`${url}/other`], [portBegins], [`${url}/schema`]]) {
    await expect(typesOf(file, allowed)).rejects.toThrow(
      /#\/paths\/~1thing\S+: \$ref \S+schema\.json: \S+schema\.json is a URL, which is not read; to allow it: codegen --allow-ref http:\/\/[\w.:]+\/\n/,
    );
  }
  expect(requested).toEqual([]);
  expect(await typesOf(file, [url])).toContain("included?: string");
  expect(requested).toEqual(["/schema.json"]);
});

test("what is allowed must be a valid URL, or a folder", async () => {
  const { file } = await documentWith("parts/inside.json");
  await expect(typesOf(file, ["http://127.0.0.1:70000"])).rejects.toThrow(
    "--allow-ref http://127.0.0.1:70000 is not a valid URL",
  );
});

test("nor is the URL of an example, or another scheme", async () => {
  const { url, requested } = await startHost();
  const example = { examples: { one: { externalValue: `${url}/example.json` } } };
  const { file } = await documentWith("parts/inside.json", example);
  expect(await typesOf(file)).toContain("included?: string");
  expect(requested).toEqual([]);
  for (const $ref of ["file:///etc/hostname", `data:application/json,${SCHEMA}`]) {
    const other = await documentWith($ref);
    await expect(typesOf(other.file)).rejects.toThrow("is a URL, which is not read");
  }
});

test("an allowed URL cannot redirect elsewhere", async () => {
  const other = await startHost();
  const { url } = await startHost((_, response) =>
    response.writeHead(302, { location: `${other.url}/schema.json` }).end(),
  );
  const { file } = await documentWith(`${url}/schema.json`);
  await expect(typesOf(file, [url])).rejects.toThrow(`$ref ${url}/schema.json: `);
  expect(other.requested).toEqual([]);
});

test("files outside of the document's folder are read only if they are allowed", async () => {
  const inside = await documentWith("parts/inside.json");
  expect(await typesOf(inside.file)).toContain("included?: string");
  const outside = await documentWith("../outside.json");
  await expect(typesOf(outside.file)).rejects.toThrow(
    /outside\.json is a file outside of the document's folder, which is not read/,
  );
  expect(await typesOf(outside.file, [outside.root])).toContain("included?: string");
});
