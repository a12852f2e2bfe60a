import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the guides. */
export const guidesFolder: string = fileURLToPath(new URL("../guides", import.meta.url));

/** The guides in the order in which they are best read; each is a file of this name. */
const order = [
  "authentication",
  "errors-and-retries",
  "paging-and-resuming",
  "amounts-and-precision",
  "subgraph-tags",
  "moving-endpoints",
  "tracing",
  "testing-against-the-mock",
  "contract-suite",
  "running-the-service",
  "postgresql",
];

/** A guide, as it was written. */
export interface Guide {
  readonly name: string;
  readonly text: string;
}

/** Reads the guides, in the order in which they are best read. */
export function readGuides(folder: string): Promise<Guide[]> {
  return Promise.all(
    order.map(async (name) => ({ name, text: await readFile(join(folder, `${name}.md`), "utf8") })),
  );
}

/** The text of the landing page. */
export function readLanding(folder: string): Promise<string> {
  return readFile(join(folder, "index.md"), "utf8");
}
