import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { useExtras } from "../../src/extras/index.ts";
import { run } from "../../src/gates/run.ts";

const MAX_WORDS = 400;

const { path } = await useExtras("packaging");
const skills: string[] = [];
for await (const file of glob("{packages,tools}/*/skills/*/SKILL.md", { cwd: repositoryRoot })) {
  skills.push(file);
}

// Their code blocks are compiled and executed with those of READMEs and guides: code-blocks.full.test.ts.
describe.each(skills.sort())("the skill %s", (file) => {
  const [parent = "", name = ""] = file.split("/");
  const text = () => readFile(join(repositoryRoot, file), "utf8");

  it("follows the convention of skills in packages", async () => {
    const intent = path("@tanstack/intent/dist/cli.mjs");
    const { code, output } = await run(process.execPath, [intent, "validate", "skills"], {
      cwd: join(repositoryRoot, parent, name),
    });
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).not.toMatch(/keywords|"files"/);
  });

  it("is short, and names the sources that it was written from", async () => {
    const whole = await text();
    expect(whole.split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS);
    const [, front = ""] = /^---\n(.*?)\n---\n/s.exec(whole) ?? [];
    const { sources } = parse(front) as { readonly sources: readonly string[] };
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((each) => !existsSync(join(repositoryRoot, each)))).toEqual([]);
  });
});

it("packages have skills", () => {
  expect(skills).toContain("packages/client/skills/client/SKILL.md");
});
