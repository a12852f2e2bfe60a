import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { project } from "../../vitest.project.ts";

// Copies of the repository are hundreds of megabytes: an interrupted run, whose tests cannot clean up, leaves none.
const scratch = mkdtempSync(join(tmpdir(), "chainkit-codegen-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));

export default project(import.meta.dirname, { test: { env: { TMPDIR: scratch, TEMP: scratch } } });
