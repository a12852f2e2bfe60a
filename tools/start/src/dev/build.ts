import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pnpmCommand } from "@chainkit/extras";
import { repositoryRoot } from "@chainkit/spec";

/** The docs have been rendered already, and rendering them takes as long as all other builds. */
const NOT_DOCS = ["--filter=!...@chainkit/docs"];

/**
 * Builds what has changed, for all that does not read the sources.
 *
 * @param signal Ends it.
 * @returns The compiler's complaints, `packages/server/src/handlers/block.ts(12,3): error …`; none if
 *   all is built.
 */
export async function build(signal: AbortSignal): Promise<string[]> {
  const [program, ...first] = pnpmCommand();
  const args = [
    ...first,
    "exec",
    "turbo",
    "run",
    "build",
    ...NOT_DOCS,
    "--output-logs=errors-only",
  ];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_PRINT_VERSION_DISABLED: "1" };
  const options = { cwd: repositoryRoot, env, signal, maxBuffer: 2 ** 26 };
  return promisify(execFile)(program, args, options).then(
    () => [],
    ({ stdout = "", message }: Error & { stdout?: string }) => {
      const lines = /^(@chainkit\/([\w-]+)):build: (src\/.*error TS.*)$/gm;
      const errors = [...stdout.matchAll(lines)].map(
        ([, , name, text]) => `packages/${name}/${text}`,
      );
      return errors.length > 0 ? errors : [message];
    },
  );
}
