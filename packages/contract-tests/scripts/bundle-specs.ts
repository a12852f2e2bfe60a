/**
 * Puts the contract into the package, in `dist/contract`: bundled, the files as they were written, so
 * that a finding can name the line that requires it, and the waivers of the register.
 */
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { specFolder, writeBundles } from "@chainkit/spec";
import { readRegister } from "./register.ts";

const bundles = fileURLToPath(new URL("../dist/contract/bundles/", import.meta.url));
const sources = fileURLToPath(new URL("../dist/contract/spec/", import.meta.url));
const waivers = fileURLToPath(new URL("../dist/contract/waivers.json", import.meta.url));
const isDemanding = (file: string) =>
  !/^(samples|flows|released)\b|\.md$/.test(relative(specFolder, file));

await writeBundles(bundles);
await rm(sources, { recursive: true, force: true });
await cp(specFolder, sources, { recursive: true, filter: isDemanding });
await writeFile(
  waivers,
  JSON.stringify(readRegister(await readFile(join(specFolder, "README.md"), "utf8")), null, 2),
);
