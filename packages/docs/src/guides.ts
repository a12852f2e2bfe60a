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
  return (GUIDE_GROUPS["Self-hosting"] ?? []).includes(name);
}
