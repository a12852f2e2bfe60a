import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listAreas, repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";

test.each(await listAreas())(
  "the descriptions of $name say once what several operations share",
  async ({ name }) => {
    const path = join(repositoryRoot, "packages", name, "src/generated/descriptions.ts");
    const text = await readFile(path, "utf8");
    const titles = [...text.matchAll(/^ *"title": "(?:Problem|Error envelope)",$/gm)];
    expect(titles).toHaveLength(1);
  },
);
