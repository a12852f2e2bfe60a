import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { project } from "./vitest.project.ts";

const folders = ["packages", "tools"]
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder)).map((name) =>
      join(import.meta.dirname, folder, name),
    ),
  )
  .filter((folder) => existsSync(join(folder, "test")));

export default defineConfig({
  test: {
    projects: folders.map((root) => {
      const own = join(root, "vitest.config.ts");
      return existsSync(own) ? own : { root, ...project(root) };
    }),
  },
});
