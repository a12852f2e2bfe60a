import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Bundles a module as an application would for a browser, minified.
 *
 * @param folder Where its imports are looked up.
 * @returns The code.
 */
export async function bundle(code: string, folder: string): Promise<string> {
  const result = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return result.outputFiles[0]?.text ?? "";
}

/** How many bytes a text has after gzip at its best. */
export const gzipSize = (text: string): number => gzipSync(text, { level: 9 }).byteLength;
