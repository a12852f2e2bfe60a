import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { expect, it } from "vitest";

/** Lists the links of a Markdown text to other files, without anchors. */
function linkedFiles(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, file = ""]) => file);
}

it("every relative link of a Markdown file leads to a file of the repository", async () => {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
  const { stdout } = await promisify(execFile)("git", list, { cwd: repositoryRoot });
  const files = stdout
    .trim()
    .split("\n")
    .filter((file) => existsSync(join(repositoryRoot, file)));
  const broken: string[] = [];
  for (const file of files) {
    const text = await readFile(join(repositoryRoot, file), "utf8");
    for (const link of linkedFiles(text)) {
      if (!existsSync(join(repositoryRoot, dirname(file), link))) {
        broken.push(`${file}: ${link}`);
      }
    }
  }
  expect(files).toContain("packages/docs/guides/versioning.md");
  expect(broken).toEqual([]);
});

it("links in code are none", () => {
  expect(linkedFiles("[a](a.md#b) `[c](d.md)` [e](#e)\n\n```md\n[f](f.md)\n```\n")).toEqual([
    "a.md",
  ]);
});
