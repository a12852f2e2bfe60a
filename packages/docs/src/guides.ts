import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the guides. */
export const guidesFolder: string = fileURLToPath(new URL("../guides", import.meta.url));

/** File names of the guides without extension, in reading order, by their group in the navigation. */
export const GUIDE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  Guides: [
    "quick-start",
    "authentication",
    "errors-and-retries",
    "paging-and-resuming",
    "amounts-and-precision",
    "null-fields",
    "what-an-answer-covers",
    "client-limits",
    "subgraph-tags",
    "troubleshooting-calls",
  ],
  Recipes: ["wallet-page", "csv-export", "tanstack-query", "all-areas", "types-alone", "tracing"],
  Tools: ["command-line", "agents-mcp"],
  Testing: [
    "testing-against-the-mock",
    "mocking-in-unit-tests",
    "commonjs-and-jest",
    "contract-suite",
  ],
  "Self-hosting": [
    "running-the-service",
    "first-week",
    "secure-the-service",
    "observe-the-service",
    "troubleshooting",
    "keep-the-service",
    "snapshots",
    "nodes-and-providers",
    "node-trust",
    "cache-behind-a-cdn",
    "postgresql",
    "growth",
    "moving-endpoints",
  ],
  Background: ["versioning", "glossary"],
};

/** Whether a guide is for those who run the service: its addresses are those of the reader's machines. */
export function isForOperators(name: string): boolean {
  return GUIDE_GROUPS["Self-hosting"]?.includes(name) ?? false;
}

/** Markdown source of a guide. */
export interface Guide {
  readonly name: string;
  readonly text: string;
}

/** Reads the guides, in reading order. */
export function readGuides(folder: string): Promise<Guide[]> {
  return Promise.all(
    Object.values(GUIDE_GROUPS)
      .flat()
      .map(async (name) => ({ name, text: await readFile(join(folder, `${name}.md`), "utf8") })),
  );
}

/** Reads the Markdown source of the landing page. */
export function readLanding(folder: string): Promise<string> {
  return readFile(join(folder, "index.md"), "utf8");
}
