import { join, relative, sep } from "node:path";
import { defineProject, mergeConfig, type UserWorkspaceConfig } from "vitest/config";

/**
 * The settings of every folder with tests; each has a `vitest.config.ts` of its own, so that its
 * tests run the same from there, from the root and from an editor.
 *
 * @param folder The folder, absolute.
 * @param own What only this folder needs.
 */
export function project(folder: string, own: UserWorkspaceConfig = {}): UserWorkspaceConfig {
  const shared = defineProject({
    test: {
      name: relative(import.meta.dirname, folder).replaceAll(sep, "/"),
      globalSetup: [join(import.meta.dirname, "vitest.build.ts")],
      // Tests wait for servers and programs more than they compute.
      maxWorkers: "100%",
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  });
  return mergeConfig(shared, own);
}
