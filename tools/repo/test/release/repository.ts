import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAreas, repositoryRoot } from "@chainkit/spec";
import { parseDocument } from "yaml";
import { run } from "../../src/gates/run.ts";
import { writeBaseline } from "../../src/release/check.ts";

const cli = join(import.meta.dirname, "../../src/release/cli.ts");

/**
 * Makes a copy of the contract just released, which a test may change.
 *
 * @param areas Those that it has, each of which a check compares in a process of its own.
 */
export async function copyRepository(areas: readonly string[] = ["chain-data"]) {
  const root = await mkdtemp(join(tmpdir(), "release-"));
  for (const folder of ["spec", ".changeset"]) {
    await cp(join(repositoryRoot, folder), join(root, folder), { recursive: true });
  }
  for (const { name, file } of await listAreas(join(root, "spec"))) {
    if (!areas.includes(name)) {
      await rm(file);
    }
  }
  await writeBaseline(root);
  return {
    root,
    /** Puts a value into the file of an area; takes it away if there is none. */
    async edit(area: string, path: readonly (string | number)[], value: unknown): Promise<void> {
      const file = join(root, `spec/${area}.yaml`);
      const document = parseDocument(await readFile(file, "utf8"));
      if (value === undefined) {
        document.deleteIn(path);
      } else {
        document.setIn(path, value);
      }
      await writeFile(file, String(document));
    },
    /** Adds a changeset of a client. */
    announce: (area: string, bump: string) =>
      writeFile(
        join(root, ".changeset/a-change.md"),
        `---\n"@chainkit/${area}": ${bump}\n---\n\nA change.\n`,
      ),
    /** Runs the command. */
    run: (command: string) => run(process.execPath, [cli, command, "--root", root]),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}
