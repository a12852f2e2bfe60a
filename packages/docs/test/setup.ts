import type { TestProject } from "vitest/node";
import { writeTestSite } from "./site.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The site of our areas and of a made-up one, which no test changes. */
    readonly testSite: { readonly spec: string; readonly folder: string };
  }
}

/** Builds the site once for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { spec, folder, remove } = await writeTestSite();
  project.provide("testSite", { spec, folder });
  return remove;
}
