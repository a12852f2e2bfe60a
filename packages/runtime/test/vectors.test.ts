import { readdir, readFile } from "node:fs/promises";
import { inspect } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { OperationTable } from "../src/index.ts";
import * as runtime from "../src/index.ts";
import { createRaw as raw } from "../src/raw.ts";
import { judge } from "./vectors/judge.ts";
import { runVector } from "./vectors/runner.ts";
import { serveVectors } from "./vectors/server.ts";
import type { Vector } from "./vectors/vector.ts";

const folder = new URL("../vectors/", import.meta.url);
const read = async (name: string) => JSON.parse(await readFile(new URL(name, folder), "utf8"));
const operations: OperationTable = await read("operations.json");
const subjects = (await readdir(folder)).filter(
  (name) => name.endsWith(".json") && name !== "operations.json",
);

describe.concurrent.each(subjects)("%s", async (subject) => {
  const vectors: Vector[] = await read(subject);
  const server = await serveVectors(vectors);
  afterAll(server.close);

  it.each(vectors.map((vector, i) => ({ ...vector, i })))("$name", async ({ i, ...vector }) => {
    const baseUrl = `${server.url}/${i}`;
    const outcome = await runVector({ ...runtime, raw }, operations, vector, baseUrl, inspect);
    expect(judge(vector, outcome, server.received[i] ?? [])).toEqual([]);
  });
});
