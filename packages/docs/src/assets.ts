import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { FAVICON } from "@chainkit/look/logo";
import { build, transform } from "esbuild";

const client = fileURLToPath(new URL("client", import.meta.url));

/** Files shared by the pages. */
export interface Assets {
  /** Scripts and icon by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Style sheet of all pages but Redoc's. */
  readonly site: string;
  /** Style sheet of Redoc's pages, in addition to its own. */
  readonly reference: string;
}

/** Builds the scripts, style sheets and icon of the site. */
export async function siteAssets(): Promise<Assets> {
  const { outputFiles } = await build({
    entryPoints: [`${client}/site.ts`],
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
  const [bar = "", site = "", text = "", redoc = ""] = await Promise.all(
    ["bar", "site", "text", "redoc"].map(readStyle),
  );
  const files = new Map([
    ...scripts,
    ["assets/defaults.js", "globalThis.chainkitDefaults={};\n"],
    ["assets/favicon.svg", FAVICON],
  ]);
  return { files, site: [bar, site, text].join(""), reference: [bar, redoc].join("") };
}

/** Reads a style sheet of `styles/` and minifies it. */
async function readStyle(name: string): Promise<string> {
  const text = await readFile(new URL(`styles/${name}.css`, import.meta.url), "utf8");
  const { code } = await transform(text, { loader: "css", minify: true });
  return code.trim();
}
