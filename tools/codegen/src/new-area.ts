#!/usr/bin/env node
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createProgram, startProgram, UsageError } from "@chainkit/command";
import { bundleSpec, listAreas, specFolder } from "@chainkit/spec";
import { readRootManifest } from "../../repo/src/release/index.ts";
import { packageFiles } from "./area-template/package-files.ts";
import { sample } from "./area-template/sample.ts";
import {
  allFollowingFiles,
  followingFiles,
  hasPackage,
  packageFolder,
  readArea,
  samplesFolder,
  shown,
} from "./areas.ts";
import { differing, readIfThere, writeDiffering } from "./files.ts";
import { formatFiles } from "./format.ts";
import { paginationYaml, unmarkedListings, withPagination } from "./infer-pagination.ts";

async function make(name: string): Promise<void> {
  await assertSpec(name);
  const isNew = !hasPackage(name);
  await markListings(name);
  const samples = await missingSamples(name);
  const written = [
    ...(await writeDiffering(samples)),
    // Generated again, so that the docstrings include the samples just written.
    ...(await writeDiffering(await wholePackage(name))),
    // What depends on the list of areas.
    ...(await writeDiffering(await allFollowingFiles(hasPackage))),
  ];
  for (const path of written) {
    console.log(`wrote ${shown(path)}`);
  }
  console.log(`packages/${name} is ${written.length > 0 ? "written" : "up to date"}. Next:`);
  if (samples.size > 0) {
    console.log("  review the new code samples in spec/samples");
  }
  if (isNew) {
    console.log("  npx --yes pnpm@12 install   link the package into the workspace");
  }
  console.log("  npx --yes pnpm@12 lint      list what the spec lacks, such as examples");
  console.log("  npx --yes pnpm@12 start     build it and call its operations");
}

async function check(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await assertSpec(name);
    for (const path of await differing(await wholePackage(name))) {
      console.error(`${shown(path)} is out of date. To fix: npx --yes pnpm@12 new-area ${name}`);
      process.exitCode = 1;
    }
  }
  if (process.exitCode !== 1) {
    console.log(`Up to date: ${names.join(", ")}.`);
  }
}

async function assertSpec(name: string): Promise<void> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Error(`invalid area name ${name}: expected lower-case words joined by hyphens`);
  }
  const file = join(specFolder, `${name}.yaml`);
  if (existsSync(file)) {
    return;
  }
  const others = (await listAreas()).map(({ file: each }) => basename(each));
  throw new Error(
    `${shown(file)} does not exist; create the OpenAPI document first. Existing: ${others.join(", ")}.`,
  );
}

/** Adds `x-pagination` to the listings whose cursor suggests one, and says what is to be checked or added. */
async function markListings(name: string): Promise<void> {
  const file = join(specFolder, `${name}.yaml`);
  const document = await bundleSpec(file);
  for (const listing of unmarkedListings(document)) {
    const lines = paginationYaml(listing.pagination, "  ");
    const text = listing.pagination && withPagination(await readFile(file, "utf8"), listing);
    if (text) {
      await writeFile(file, text);
      console.log(`${shown(file)}: ${listing.id} has a cursor; added, to be checked:\n${lines}`);
      console.log(
        "  It needs two 200 examples: a page with a cursor, and the last one without. Mock and `start` page through them.",
      );
    } else if (listing.pagination) {
      console.log(`${shown(file)}: ${listing.id} has a cursor; add to it:\n${lines}`);
    } else {
      console.log(
        `${shown(file)}: ${listing.id} has a cursor, and which field of its page has the items or the next cursor is ` +
          "not clear; add x-pagination with cursorParameter, cursorField and itemsField, or it is not paged through",
      );
    }
  }
}

/** Generates a sample for each operation without one, by path. */
async function missingSamples(name: string): Promise<Map<string, string>> {
  const { operations, samples } = await readArea(name);
  const first = new Map(
    operations.operations
      .filter(({ id }) => !samples.has(id))
      .map((operation) => [
        join(samplesFolder, `${operation.id}.ts`),
        sample(name, operations, operation),
      ]),
  );
  return formatFiles(first);
}

/** Generates all files of an area's package, by path. */
async function wholePackage(name: string): Promise<Map<string, string>> {
  const area = await readArea(name);
  const folder = packageFolder(name);
  const manifest = await readIfThere(join(folder, "package.json"));
  const { version } = JSON.parse(manifest ?? "{}") as { version?: string };
  const made = [...packageFiles(area, await readRootManifest(), version)].map(
    ([path, text]) => [join(folder, path), text] as const,
  );
  return new Map([...(await followingFiles(area)), ...(await formatFiles(new Map(made)))]);
}

const program = createProgram({
  usage: "new-area",
  description:
    "Creates the client package of an API area from spec/<name>.yaml: packages/<name> including generated code, and a code " +
    "sample for each operation without one. It can be run again. Listings that have a cursor and lack x-pagination get it, " +
    "and are named.",
})
  .argument("[name]", "the area; with --check, all by default")
  .option(
    "--check",
    "write nothing; exit with 1 and list the files of the package that are out of date",
  )
  .action(async (name: string | undefined, options: { check?: true }) => {
    if (options.check) {
      return check(name === undefined ? (await listAreas()).map((area) => area.name) : [name]);
    }
    if (name === undefined) {
      throw new UsageError("the area name is missing", "See --help.");
    }
    await make(name);
  });

await startProgram("new-area", program);
