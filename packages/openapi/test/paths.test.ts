import { expect, test } from "vitest";
import { pathRank, readOperations, readRequest } from "../src/index.ts";

test("paths are sorted from the most literal one on", () => {
  const sorted = (...paths: string[]) =>
    paths.sort((one, other) => pathRank(one).localeCompare(pathRank(other)));
  expect(sorted("/{a}/b", "/a/{b}", "/a/{b}.json", "/a/b", "/{a}/{b}")).toEqual([
    ...["/a/b", "/a/{b}.json", "/a/{b}", "/{a}/b", "/{a}/{b}"],
  ]);
  // The names of parameters say nothing.
  expect(sorted("/{longer}/{b}/c", "/{a}/b/{c}")).toEqual(["/{a}/b/{c}", "/{longer}/{b}/c"]);
});

test.each<[path: string, sent: string, params: object]>([
  ["/f/{name}.{ext}", "/f/a.b.tar.gz", { name: "a.b", ext: "tar.gz" }],
  ["/f/{name}.{ext}", "/f/a.b.csv", { name: "a.b", ext: "csv" }],
  ["/{name}{ext}", "/pagejson", { name: "page", ext: "json" }],
  ["/{ext}{name}", "/json%20page", { ext: "json ", name: "page" }],
  ["/{ext}", "/csv", { ext: "csv" }],
])("of %s and %s the values are %j", (path, sent, expected) => {
  const parameters = ["name", "ext"].map((name) => ({
    ...{ name, in: "path", required: true },
    schema: name === "ext" ? { enum: ["json", "tar.gz", "json "] } : { type: "string" },
  }));
  const declared = parameters.filter(({ name }) => path.includes(`{${name}}`));
  const document = {
    openapi: "3.1.0",
    paths: { [path]: { get: { parameters: declared, responses: {} } } },
  };
  const [operation] = readOperations(document);
  const request = { path: sent, query: "", body: "", header: () => undefined };
  expect(operation && readRequest(document, operation, request).params).toEqual(expected);
});
