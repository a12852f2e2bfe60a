import { project } from "../../vitest.project.ts";

// Files change the environment, as the users do whom they stand for.
export default project(import.meta.dirname, {
  test: { globalSetup: "./test/gates/setup.ts", isolate: true },
});
