import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pnpmCommand } from "@chainkit/extras";
import { repositoryRoot } from "@chainkit/spec";
import { type Run, run } from "./run.ts";

/** Clone of the repository, with nothing installed. */
export interface Clone {
  readonly folder: string;
  /** Runs the repository's pnpm in it, with a timeout of ten minutes. */
  pnpm(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
  remove(): Promise<void>;
}

const LIMIT_MS = 600_000;

/** Clones the repository, including uncommitted changes. */
export async function cloneRepository(): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-clone-"));
  const copy =
    "git ls-files -z --cached --others --exclude-standard --deduplicate | " +
    `xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\\0" "$f"; done' sh | ` +
    `tar -c --null -T - | tar -x -C '${folder}'`;
  const git = "git init -q && git add -A && git -c user.name=t -c user.email=t@localhost";
  for (const [line, cwd] of [
    [copy, repositoryRoot],
    [`${git} commit -qm clone`, folder],
  ] as const) {
    const { code, output } = await run("sh", ["-c", line], { cwd });
    if (code !== 0) {
      throw new Error(`the repository cannot be cloned:\n${output}`);
    }
  }
  const [program, ...first] = pnpmCommand();
  return {
    folder,
    pnpm: (args, env = {}) =>
      run(program, [...first, ...args], { cwd: folder, timeoutMs: LIMIT_MS, env }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
