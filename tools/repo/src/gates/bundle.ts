import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Bundles a module as an application would for a browser, minified.
 *
 * @param folder Folder that its imports are resolved from.
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

/** Returns the size of a text in bytes after gzip at the highest level. */
export const gzipSize = (text: string): number => gzipSync(text, { level: 9 }).byteLength;
