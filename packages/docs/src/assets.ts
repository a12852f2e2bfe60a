import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { FAVICON } from "@chainkit/look/logo";
import { type BuildOptions, build, type OutputFile } from "esbuild";
import { scopedStyles } from "./used-styles.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));

const LOOK = ["@chainkit/look/tokens.css", "@chainkit/look/ui.css"];

/** Style sheets of all pages but Redoc's. */
const SITE = ["frame", "prose", "landing", "operation", "finder"].map(ownStyle);

/** Style sheets of Redoc's pages, in addition to its own. */
const REFERENCE = ["frame", "finder", "redoc"].map(ownStyle);

function ownStyle(name: string): string {
  return `./styles/${name}.css`;
}

/** Files shared by the pages. */
export interface Assets {
  /** Scripts and icon by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Fonts by path. */
  readonly fonts: ReadonlyMap<string, Uint8Array>;
  /** Style sheet of all pages but Redoc's; `assets/` in it is relative to the root of the site. */
  readonly site: string;
  /** Style sheet of Redoc's pages, in addition to its own. */
  readonly reference: string;
  /** Style sheet of Redoc's pages that have no files beside them. */
  readonly single: string;
}

let built: Promise<Assets> | undefined;

/** Builds the scripts, style sheets, fonts and icon of the site: once, as its pages alone change while it is watched. */
export function siteAssets(): Promise<Assets> {
  built ??= buildAssets();
  return built;
}

async function buildAssets(): Promise<Assets> {
  const [scripts, fonts, site, reference] = await Promise.all([
    bundle({ entryPoints: [`${folder}client/site.ts`], format: "iife", target: "es2022" }),
    bundleStyles(["@chainkit/look/fonts.css"]),
    bundleStyles([...LOOK, "@chainkit/look/code.css", ...SITE]),
    bundleStyles([...LOOK, ...REFERENCE]),
  ]);
  const fontFaces = textOf(fonts, ".css");
  const single = scopedStyles(textOf(reference, ".css"));
  return {
    files: new Map([
      ["assets/site.js", textOf(scripts, ".js")],
      ["assets/defaults.js", "globalThis.chainkitDefaults={};\n"],
      ["assets/favicon.svg", FAVICON],
    ]),
    fonts: new Map(
      fonts
        .filter(({ path }) => path.endsWith(".woff2"))
        .map(({ path, contents }) => [`assets/${basename(path)}`, contents]),
    ),
    site: fontFaces + textOf(site, ".css"),
    reference: fontFaces + single,
    single,
  };
}

async function bundle(options: BuildOptions): Promise<OutputFile[]> {
  const result = await build({
    bundle: true,
    minify: true,
    write: false,
    outdir: "assets",
    absWorkingDir: folder,
    loader: { ".woff2": "file" },
    assetNames: "[name]",
    publicPath: "assets/",
    ...options,
  });
  return result.outputFiles ?? [];
}

function bundleStyles(files: readonly string[]): Promise<OutputFile[]> {
  const contents = files.map((file) => `@import "${file}";`).join("\n");
  return bundle({ stdin: { contents, loader: "css", resolveDir: folder } });
}

function textOf(files: readonly OutputFile[], extension: string): string {
  return files.find(({ path }) => path.endsWith(extension))?.text.trim() ?? "";
}
