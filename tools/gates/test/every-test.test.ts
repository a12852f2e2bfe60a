import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, it } from "vitest";

// `test` runs what turbo finds: a folder without the script would be left out in silence.
it("every folder with tests runs them by its `test` script and its own configuration", async () => {
  const names: string[] = [];
  for await (const file of glob("{packages,tools}/*/package.json", { cwd: repositoryRoot })) {
    const folder = join(repositoryRoot, dirname(file));
    if (!existsSync(join(folder, "test"))) {
      continue;
    }
    const { name, scripts } = JSON.parse(await readFile(join(repositoryRoot, file), "utf8"));
    names.push(name);
    expect(scripts.test, file).toBe("vitest run");
    expect(existsSync(join(folder, "vitest.config.ts")), `${file}: vitest.config.ts`).toBe(true);
  }
  expect(names.length).toBeGreaterThan(12);

  const { scripts } = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));
  expect(scripts.test).toMatch(/ && pnpm run --no-bail "\/\^test:\/"$/);
  const streams = Object.entries<string>(scripts).filter(([name]) => name.startsWith("test:"));
  const filters = streams.flatMap(([, script]) => script.match(/(?<=--filter=)\S+/g));
  expect(filters).toEqual(["@chainkit/server", "!@chainkit/server"]);
});
