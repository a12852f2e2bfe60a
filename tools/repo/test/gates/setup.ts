import type { TestProject } from "vitest/node";
import { installPackages } from "../../src/gates/consumer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A `node_modules` folder with every package as it is published. */
    readonly packedModules: string;
    /** What `pack` printed when it made them. */
    readonly packPrinted: string;
  }
}

/** Packs and installs the packages once for all slow tests of the gates; the others need none. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const { testFiles } = await project.globTestFiles();
  if (!testFiles.some((file) => /gates\/[^/]+\.full\.test\.ts$/.test(file))) {
    return;
  }
  const { modules, printed, remove } = await installPackages();
  project.provide("packedModules", modules);
  project.provide("packPrinted", printed);
  return remove;
}
