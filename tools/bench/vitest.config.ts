import { project } from "../../vitest.project.ts";

// Memory and load of one file are no part of the figures of another.
export default project(import.meta.dirname, { test: { isolate: true } });
