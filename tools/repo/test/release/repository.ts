import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAreas, repositoryRoot } from "@chainkit/spec";
import { parseDocument } from "yaml";
import { writeBaseline } from "../../src/release/baseline.ts";

const cli = join(import.meta.dirname, "../../src/release/cli.ts");

/** A copy of the contract just released, which a test may change. */
export class Repository implements AsyncDisposable {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  /** @param areas Those that it has, each of which a check compares in a process of its own. */
  static async copy(areas: readonly string[] = ["chain-data"]): Promise<Repository> {
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
    return new Repository(root);
  }

  /** Puts a value into the file of an area; takes it away if there is none. */
  async edit(area: string, path: readonly (string | number)[], value: unknown): Promise<void> {
    const file = join(this.root, `spec/${area}.yaml`);
    const document = parseDocument(await readFile(file, "utf8"));
    if (value === undefined) {
      document.deleteIn(path);
    } else {
      document.setIn(path, value);
    }
    await writeFile(file, String(document));
  }

  /** Adds a changeset of a client. */
  async announce(area: string, bump: string): Promise<void> {
    const text = `---\n"@chainkit/${area}": ${bump}\n---\n\nA change.\n`;
    await writeFile(join(this.root, ".changeset/a-change.md"), text);
  }

  /** Runs the command. */
  run(command: string): Promise<{ code: number; output: string }> {
    const args = [cli, command, "--root", this.root];
    return new Promise((resolve) => {
      execFile(process.execPath, args, { timeout: 300_000 }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true });
  }
}
