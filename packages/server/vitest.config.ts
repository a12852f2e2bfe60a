import { project } from "../../vitest.project.ts";

// Each file has a PostgreSQL server of its own.
export default project(import.meta.dirname, { test: { isolate: true } });
