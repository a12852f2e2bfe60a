import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { type Run, run } from "./run.ts";

/** Clone of the repository, with nothing installed. */
export interface Clone {
  readonly folder: string;
  /** Runs `npx --yes pnpm@12 <args>` in it, as a newcomer does, with a timeout of ten minutes. */
  pnpm(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
  remove(): Promise<void>;
}

const LIMIT_MS = 600_000;

/**
 * Clones the repository, including uncommitted changes.
 *
 * @param node Folder of the only Node on the PATH of its commands.
 */
export async function cloneRepository(node: string): Promise<Clone> {
  const root = await mkdtemp(join(tmpdir(), "chainkit-clone-"));
  const folder = join(root, "chainkit");
  const cache = join(root, "npm");
  await Promise.all([mkdir(folder), mkdir(cache)]);
  // Shares what npm has downloaded, but not its lock on the programs of npx: whoever runs these tests by
  // `npx` may hold it.
  await symlink(join(homedir(), ".npm/_cacache"), join(cache, "_cacache"));
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
  const env = {
    ...bareEnvironment(node),
    npm_config_cache: cache,
    npm_config_prefer_offline: "true",
  };
  return {
    folder,
    pnpm: (args, own = {}) => npx(["--yes", "pnpm@12", ...args], folder, { ...env, ...own }),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The environment of a shell that neither pnpm nor vitest has started. */
function bareEnvironment(node: string): NodeJS.ProcessEnv {
  const isOwn =
    /^(npm_|pnpm_|node_|vite|turbo_|chainkit_|init_cwd$|(test|dev|prod|mode|ssr|base_url)$)/i;
  const isNeeded = /^(npm_config_registry|node_extra_ca_certs)$/i;
  const kept = Object.entries(process.env).filter(
    ([name]) => !isOwn.test(name) || isNeeded.test(name),
  );
  // Programs of `npx` and pnpm, another Node among them, lie in such folders.
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((each) => !/node_modules/.test(each));
  return { ...Object.fromEntries(kept), PATH: [node, ...path].join(delimiter) };
}

/** Runs `npx` in a process group of its own, of which nothing is left afterwards. */
async function npx(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const child = spawn("npx", args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // Nothing is left.
    }
  };
  const timer = setTimeout(end, LIMIT_MS);
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  end();
  return { code: code ?? -1, output };
}
