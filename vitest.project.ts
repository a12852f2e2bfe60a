import { delimiter, dirname, join, relative, sep } from "node:path";
import {
  configDefaults,
  defineProject,
  mergeConfig,
  type UserWorkspaceConfig,
} from "vitest/config";

// Tests start hundreds of Nodes, which compile the same modules.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node-compile");

// Compilers that end within seconds save a sixth of them if they rarely collect garbage.
process.env.GOGC ??= "400";

// Programs of dependencies run on the first Node of the PATH, which may be older than this one.
const ownFolder = dirname(process.execPath);
if (!process.env.PATH?.startsWith(ownFolder + delimiter)) {
  process.env.PATH = [ownFolder, process.env.PATH].join(delimiter);
}

/** Tests that take a quarter of an hour, and run each night. */
const NIGHTLY = process.env.CHAINKIT_THOROUGH === "1" ? [] : ["**/*.nightly.test.ts"];

/**
 * The settings of every folder with tests; each has a `vitest.config.ts` of its own, so that its
 * tests run the same from there, from the root and from an editor.
 *
 * @param folder The folder, absolute.
 * @param own What only this folder needs.
 */
export function project(folder: string, own: UserWorkspaceConfig = {}): UserWorkspaceConfig {
  const conditions = ["@chainkit/source", "node", "development|production"];
  const shared = defineProject({
    // The packages of the repository are tested as they are written, not as they were built.
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name: relative(import.meta.dirname, folder).replaceAll(sep, "/"),
      exclude: [...configDefaults.exclude, ...NIGHTLY],
      globalSetup: [join(import.meta.dirname, "vitest.build.ts")],
      // The files of a folder share what their worker has loaded, unless it says otherwise.
      isolate: false,
      // Tests wait for servers and programs more than they compute.
      maxWorkers: "100%",
      // A limit is for what never ends: a busy machine may take five times as long as a quiet one.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // What is waited for comes as late as a busy machine brings it.
      expect: { poll: { timeout: 60_000 } },
    },
  });
  return mergeConfig(shared, own);
}
