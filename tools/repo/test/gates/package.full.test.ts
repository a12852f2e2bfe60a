import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sampled } from "../../../../packages/server/test/support/thorough.ts";
import { useExtras } from "../../src/extras/index.ts";
import { useConsumer } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";
import { listPackages } from "../../src/release/index.ts";

const packaging = await useExtras("packaging");
const bin = (name: string) => packaging.path(".bin", name);
const consumer = await useConsumer();

// The build of all is the same: every sixth one is tried, and each night all.
describe.each(sampled(await listPackages(), 6))(
  "$name as it is published",
  ({ name, folder: source }) => {
    const folder = () => join(consumer, "node_modules", name);

    it("has nothing that publint minds", async () => {
      const { code, output } = await run(bin("publint"), ["run", "package.tgz", "--strict"], {
        cwd: folder(),
      });
      expect({ code, output }).toMatchObject({ code: 0 });
    });

    it("has types that resolve wherever its code does", async () => {
      const args = ["package.tgz", "--profile", "esm-only"];
      const { code, output } = await run(bin("attw"), args, { cwd: folder() });
      expect({ code, output }).toMatchObject({ code: 0 });
    });

    it("carries the skills of its folder", async () => {
      const skillsOf = (root: string) => readdir(join(root, "skills")).catch(() => []);
      expect(await skillsOf(folder())).toEqual(await skillsOf(source));
    });

    it("carries a README and the licence, and no `any` in its types", async () => {
      const files = await readdir(folder(), { recursive: true });
      expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE"]));
      for (const file of files.filter((file) => file.endsWith(".d.ts"))) {
        const types = (await readFile(join(folder(), file), "utf8")).replaceAll(
          /\/\*.*?\*\//gs,
          "",
        );
        expect(types, file).not.toMatch(/[:<,|&(] *any\b[^"]/);
      }
    });
  },
);
