import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { describe, expect, inject, it } from "vitest";
import { bundle, gzipSize } from "../../src/gates/bundle.ts";
import { useConsumer } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";

// Gzipped bytes that a client may add to an application: docs/decisions/11-size-of-a-client.md says why.
const limit = 6_490;
const limitWithListings = 7_330;
const limitOfAll = 8_220;
// What `createQueries` adds to a page that has a client and TanStack Query already.
const limitOfQuery = 1_500;
const limitOfValidation = 4_500;

const folder = await useConsumer();

describe("what a client adds to an application", async () => {
  const areas = await Promise.all(
    (await listAreas()).map(async ({ name, file }) => ({
      name,
      max: JSON.stringify(await bundleSpec(file)).includes('"x-pagination"')
        ? limitWithListings
        : limit,
    })),
  );
  const load = (name: string) => `export * from "@chainkit/${name}";`;

  it.each(areas)("$name is at most $max bytes", async ({ name, max }) => {
    const size = gzipSize(await bundle(load(name), folder));
    expect(size).toBeGreaterThan(1_000);
    expect(size).toBeLessThanOrEqual(max);
  });

  it(`all areas together are at most ${limitOfAll} bytes`, async () => {
    const code = areas.map(({ name }) => load(name)).join("\n");
    const size = gzipSize(await bundle(code, folder));
    expect(size).toBeLessThanOrEqual(limitOfAll);
  });

  it(`@chainkit/query adds at most ${limitOfQuery} bytes to a client`, async () => {
    const [client] = areas.map(({ name }) => load(name));
    const query = 'export { createQueries } from "@chainkit/query";';
    const [without, together] = await Promise.all(
      [`${client}`, `${client}\n${query}`].map((code) => bundle(code, folder)),
    );
    expect(gzipSize(together ?? "")).toBeLessThanOrEqual(gzipSize(without ?? "") + limitOfQuery);
  });

  it(`is at most ${limitOfValidation} bytes for validation, and nothing without it`, async () => {
    const client = await bundle(load("client"), folder);
    expect(client).not.toContain("breaks the contract");
    const validation = await bundle(load("client/validate"), folder);
    expect(validation).toContain("breaks the contract");
    expect(gzipSize(validation)).toBeLessThanOrEqual(limitOfValidation);
  });

  it.each(areas)("$name is named in the stack traces of Node", async ({ name }) => {
    const code = `import * as area from "@chainkit/${name}";
      const [create] = Object.values(area).filter(({ name }) => name.startsWith("create"));
      try { create({ baseUrl: "nowhere" }); } catch (error) { process.stdout.write(error.stack); }`;
    const args = ["--input-type=module", "-e", code];
    const { output } = await run(process.execPath, args, { cwd: folder });
    expect(output).toMatch(/at checkBaseUrl .+\n +at createClient .+\n +at create\w+Client /);
  });

  it("shows the line of the caller and a readable one of ours if a 404 is not caught", async () => {
    const code = `import { createChainDataClient } from "@chainkit/chain-data";
const fetch = async () => Response.json({ detail: "no such block" }, { status: 404 });
const chainData = createChainDataClient({ baseUrl: "http://localhost", fetch });
async function printBlock() {
  await chainData.getBlock({ chain_name: "base", block_number: "1" });
}
await printBlock();
`;
    await writeFile(join(folder, "uncaught.mjs"), code);
    const { output } = await run(process.execPath, ["uncaught.mjs"], { cwd: folder });
    expect(output).toContain("[HttpError]: getBlock: 404 no such block");
    expect(output).toMatch(/at async printBlock \(.*uncaught\.mjs:5:3\)/);
    expect(output).toMatch(/at readResponse \(.*runtime\/dist\/index\.js:\d+:\d+\)/);
    expect(Math.max(...output.split("\n").map(({ length }) => length))).toBeLessThan(300);
  });

  it.each(areas)("$name has maps to its sources, which are in the package", async ({ name }) => {
    const dist = join(folder, "node_modules/@chainkit", name, "dist");
    for (const file of ["index.js.map", "index.d.ts.map"]) {
      const { sources } = JSON.parse(await readFile(join(dist, file), "utf8"));
      const texts = sources.map((source: string) => readFile(join(dist, source), "utf8"));
      expect((await Promise.all(texts)).join("")).toContain("export function create");
    }
  });

  it("is nothing if nothing of it is used", async () => {
    const imports = areas.map(({ name }) => `import "@chainkit/${name}";`).join("\n");
    expect(await bundle(imports, folder)).toBe("");
  });
});

it.each([
  ["query", 15],
  // Makes responses from schemas where a document has no example.
  ["msw", 60],
  ["cli", 80],
  ["mcp", 150],
])("the download of @chainkit/%s is at most %i kB", async (name, kilobytes) => {
  const { size } = await stat(join(inject("packedModules"), "@chainkit", name, "package.tgz"));
  expect(size).toBeGreaterThan(1_000);
  expect(size / 1_000).toBeLessThanOrEqual(kilobytes);
});
