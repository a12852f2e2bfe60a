import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const client = fileURLToPath(new URL("client", import.meta.url));

/** The scripts and the style sheet of the site, by path. */
export async function siteAssets(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [`${client}/site.ts`, `${client}/theme.ts`],
    outdir: "assets",
    absWorkingDir: "/",
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
  });
  const scripts = outputFiles.map(
    ({ path, text }) => [path.replace(/^.*\//, "assets/"), text] as const,
  );
  const css = (await Promise.all(["bar", "site", "text"].map(readStyle))).join("\n");
  return new Map([...scripts, ["assets/site.css", css]]);
}

/** A style sheet of `styles/`. */
export function readStyle(name: string): Promise<string> {
  return readFile(new URL(`styles/${name}.css`, import.meta.url), "utf8");
}
