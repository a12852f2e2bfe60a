import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const folders = ["packages", "tools"]
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((folder) => existsSync(`${folder}/test`));

export default defineConfig({
  test: {
    // Named one by one, because a folder that is only globbed inherits none of this.
    projects: folders.map((root) => ({ extends: true, root, test: { name: root } })),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
