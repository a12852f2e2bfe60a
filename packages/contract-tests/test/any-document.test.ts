import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startMock } from "@chainkit/mock";
import { readDocument } from "@chainkit/openapi/file";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runContract } from "../src/index.ts";

const museum = fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-"));
});
afterAll(() => rm(folder, { recursive: true }));

const failedOf = ({ results }: Awaited<ReturnType<typeof runContract>>) =>
  results.flatMap(({ operation, name, outcome }) =>
    outcome === "failed" ? [`${operation}: ${name}`] : [],
  );

test("a deployment that asks for no credentials breaks it", async () => {
  const open = { ...(await readDocument(museum)), security: [] };
  const mock = await startMock({ specs: [open] });
  const include = ["getMuseumHours / security / *"];
  const report = await runContract({ specs: [museum], target: mock.url, prism: true, include });
  await mock.close();
  expect(failedOf(report)).toContain("getMuseumHours: no token");
});

test("a deployment without a required member breaks it", async () => {
  const file = join(folder, "museum.yaml");
  const text = await readFile(museum, "utf8");
  await writeFile(file, text.replaceAll('timeClose: "', 'timeShut: "'));
  const mock = await startMock({ specs: [file] });
  const include = ["getMuseumHours / example / *"];
  const report = await runContract({ specs: [museum], target: mock.url, prism: true, include });
  await mock.close();
  expect(failedOf(report)).toContain("getMuseumHours: example");
});

test.each([
  ["header", `--header "X-api-key: $TOKEN"`],
  ["query", `"$TARGET"'/books'"?x-api-key=$TOKEN"`],
  ["cookie", `--header "Cookie: x-api-key=$TOKEN"`],
])("an API key is sent in the %s", async (place, shown) => {
  const file = join(folder, `${place}.json`);
  await writeFile(file, JSON.stringify(keyed(place)));
  expect(failedOf(await runContract({ specs: [file], seed: 1 }))).toEqual([]);
  // Against a contract of which every response is wrong, the report shows each request.
  const wrong = join(folder, `${place}-wrong.json`);
  await writeFile(wrong, JSON.stringify(keyed(place, "integer")));
  const mock = await startMock({ specs: [file] });
  const report = await runContract({ specs: [wrong], target: mock.url, prism: true });
  await mock.close();
  expect(report.results.flatMap(({ failure }) => failure?.request ?? []).join("\n")).toContain(
    shown,
  );
});

/** A document whose operation asks for an API key. */
function keyed(place: string, type = "string") {
  const schema = { type: "object", required: ["title"], properties: { title: { type } } };
  const content = {
    "application/json": { schema, example: { title: type === "string" ? "a" : 1 } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Keyed", version: "1" },
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: "apiKey", in: place, name: "x-api-key" } },
    },
    paths: {
      "/books": {
        get: { operationId: "getBooks", responses: { 200: { description: "Books.", content } } },
      },
    },
  };
}
