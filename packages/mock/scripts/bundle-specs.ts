/** Puts the contract into the package: `dist/specs`, and the catalogue of errors. */
import { readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readProblems, writeBundles } from "@chainkit/spec";
import { loadOperations } from "../src/specs.ts";

const folder = new URL("../dist/specs/", import.meta.url);
await writeBundles(fileURLToPath(folder));
const files = await readdir(folder);
// Fails if Prism would skip a schema; the mock does not compile them again at every start.
await loadOperations(files.map((file) => fileURLToPath(new URL(file, folder))));

const problems = `${JSON.stringify(await readProblems())}\n`;
await writeFile(new URL("../dist/problems.json", import.meta.url), problems);
