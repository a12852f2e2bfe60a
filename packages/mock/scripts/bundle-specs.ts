/** Puts the contract into the package: `dist/specs`, and the catalogue of errors. */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readProblems, writeBundles } from "@chainkit/spec";

await writeBundles(fileURLToPath(new URL("../dist/specs/", import.meta.url)));
const problems = `${JSON.stringify(await readProblems())}\n`;
await writeFile(new URL("../dist/problems.json", import.meta.url), problems);
