/**
 * Puts the contract into the package, in `dist/contract`: bundled, the files as they were written, so
 * that a finding can name the line that requires it, and the waivers of the register.
 */
import { cp, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readRegister, registerFile, specFolder, writeBundles } from "@chainkit/spec";

const bundles = fileURLToPath(new URL("../dist/contract/bundles/", import.meta.url));
const sources = fileURLToPath(new URL("../dist/contract/spec/", import.meta.url));
const waivers = fileURLToPath(new URL("../dist/contract/waivers.json", import.meta.url));
const isDemanding = (file: string) => {
  const path = relative(specFolder, file);
  return path !== registerFile && !/^(samples|flows|released)\b|\.md$/.test(path);
};

await writeBundles(bundles);
await rm(sources, { recursive: true, force: true });
await cp(specFolder, sources, { recursive: true, filter: isDemanding });
const questions = await readRegister();
const found = questions.flatMap(({ waiver, question }) =>
  waiver ? [{ ...waiver, question }] : [],
);
await writeFile(waivers, JSON.stringify(found, null, 2));
