import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { pnpmCommand } from "../../../repo/src/extras/index.ts";
import { shortened } from "./contract.ts";

/** The docs have been rendered already, and rendering them takes as long as all other builds. */
const NOT_DOCS = ["--filter=!...@chainkit/docs"];

/**
 * Builds what has changed, for all that does not read the sources.
 *
 * @param signal Ends it.
 * @returns The compiler's complaints, `packages/server/src/handlers/block.ts(12,3): error …`, or what a script
 *   has thrown; none if all is built.
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
    // An edit during the build would be kept in the cache as the result of the former sources.
    "--no-cache",
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
      const thrown = /^@chainkit\/[\w-]+:build: (\w*Error\b.*)$/m.exec(stdout)?.[1];
      return errors.length > 0 ? errors : [shortened(thrown ?? message)];
    },
  );
}
