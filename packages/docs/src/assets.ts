import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { FAVICON } from "@chainkit/look/logo";
import { type BuildOptions, build, type OutputFile } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));

const TOKENS = "@chainkit/look/tokens.css";
const CONTROLS = "@chainkit/look/ui.css";

/** Style sheets of all pages but Redoc's. */
const SITE = ["frame", "prose", "landing", "operation", "finder"].map(ownStyle);

/** Style sheets around Redoc. */
const REFERENCE = ["frame", "finder"].map(ownStyle);

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
}

let built: Promise<Assets> | undefined;

/** Builds the scripts, style sheets, fonts and icon of the site: once, as its pages alone change while it is watched. */
export function siteAssets(): Promise<Assets> {
  built ??= buildAssets();
  return built;
}

async function buildAssets(): Promise<Assets> {
  const [scripts, fonts, site, around, redoc] = await Promise.all([
    bundle({ entryPoints: [`${folder}client/site.ts`], format: "iife", target: "es2022" }),
    bundleStyles(["@chainkit/look/fonts.css"]),
    bundleStyles([TOKENS, CONTROLS, "@chainkit/look/code.css", ...SITE]),
    bundleStyles([CONTROLS, ...REFERENCE]),
    bundleStyles([TOKENS, ownStyle("redoc")]),
  ]);
  const fontFaces = textOf(fonts, ".css");
  // Redoc's elements have styles of their own, and expect those of browsers for the rest. In a scope, the page itself is
  // `:scope`, as it is without one.
  const reference = `@scope (:root) to (#redoc){${textOf(around, ".css")}}`;
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
    reference: fontFaces + reference + textOf(redoc, ".css"),
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
  return files.find(({ path }) => path.endsWith(extension))?.text ?? "";
}
