import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "tools/*"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
