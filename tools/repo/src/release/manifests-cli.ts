import { readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { createProgram, startProgram } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { completeManifest, readRootManifest } from "./manifest.ts";
import { listPackages } from "./packages.ts";

const program = createProgram({
  usage: "manifests",
  description:
    "Updates the fields that the manifests of all published packages share with the root manifest.",
})
  .option("--check", "change nothing; exit with 1 if a manifest is out of date")
  .action(async ({ check }: { check?: true }) => {
    const root = await readRootManifest();
    for (const { folder } of await listPackages()) {
      const file = join(folder, "package.json");
      const now = await readFile(file, "utf8");
      const place = relative(repositoryRoot, folder).replaceAll(sep, "/");
      const complete = completeManifest(JSON.parse(now), place, root);
      const text = `${JSON.stringify(complete, null, 2)}\n`;
      if (JSON.stringify(JSON.parse(now)) === JSON.stringify(complete)) {
        continue;
      }
      const path = relative(repositoryRoot, file);
      if (check) {
        console.error(`${path} is not up to date; run: npx --yes pnpm@12 run manifests`);
        process.exitCode = 1;
      } else {
        await writeFile(file, text);
        console.log(`${path}: written`);
      }
    }
  });

await startProgram("manifests", program);
