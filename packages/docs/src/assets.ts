import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const client = fileURLToPath(new URL("client", import.meta.url));

/** Builds the scripts, style sheets and icon of the site. Returns them by path. */
export async function siteAssets(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [`${client}/site.ts`, `${client}/boot.ts`],
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
  return new Map([
    ...scripts,
    ["assets/site.css", [bar, site, text].join("\n")],
    ["assets/reference.css", [bar, redoc].join("\n")],
    ["assets/defaults.js", "globalThis.chainkitDefaults={};\n"],
    ["assets/favicon.svg", FAVICON],
  ]);
}

const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="2.5" y="2.5" width="11" height="11" rx="3.5" fill="none" stroke="#0a5bbf" stroke-width="3"/></svg>
`;

/** Reads a style sheet of `styles/`. */
function readStyle(name: string): Promise<string> {
  return readFile(new URL(`styles/${name}.css`, import.meta.url), "utf8");
}
