/** Puts the contract and the guides into the package, in `dist/resources`. */
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryRoot, writeBundles } from "@chainkit/spec";

const target = fileURLToPath(new URL("../dist/resources/", import.meta.url));
await rm(target, { recursive: true, force: true });
await writeBundles(join(target, "contract"));
await cp(join(repositoryRoot, "packages/docs/guides"), join(target, "guides"), {
  recursive: true,
  // The landing page of the site says nothing that a guide does not.
  filter: (path) => !path.endsWith("index.md"),
});
