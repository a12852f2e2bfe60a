import type { TestProject } from "vitest/node";
import { writeTestSites } from "./site.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The site of our areas and of a made-up one, which no test changes. */
    readonly testSite: { readonly spec: string; readonly folder: string };
    /** Folder of the site of our areas at `PUBLIC_URL`. */
    readonly publicSite: string;
  }
}

/** Builds the sites once for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { spec, folder, publicFolder, remove } = await writeTestSites();
  project.provide("testSite", { spec, folder });
  project.provide("publicSite", publicFolder);
  return remove;
}
