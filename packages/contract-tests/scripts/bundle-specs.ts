/**
 * Puts the contract into the package, in `dist/contract`: bundled, and the files as they were
 * written, so that a finding can name the line that demands it.
 */
import { cp, rm } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { specFolder, writeBundles } from "@chainkit/spec";

const bundles = fileURLToPath(new URL("../dist/contract/bundles/", import.meta.url));
const sources = fileURLToPath(new URL("../dist/contract/spec/", import.meta.url));
const isDemanding = (file: string) =>
  !/^(samples|flows|released)\b|\.md$/.test(relative(specFolder, file));

await writeBundles(bundles);
await rm(sources, { recursive: true, force: true });
await cp(specFolder, sources, { recursive: true, filter: isDemanding });
