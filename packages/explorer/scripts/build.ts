/** Builds the explorer: two pages that differ in what images they may load, a script, a style sheet. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FAVICON } from "@chainkit/look/logo";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const out = join(root, "dist");

await build({
  entryPoints: { app: join(root, "src/main.tsx") },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  // Written as for React, whose own code would be three fifths of the script.
  alias: {
    react: "preact/compat",
    "react/jsx-runtime": "preact/jsx-runtime",
    "react-dom": "preact/compat",
    "react-dom/client": "preact/compat/client",
  },
  define: { "process.env.NODE_ENV": '"production"' },
  legalComments: "none",
  outdir: out,
});
await build({
  entryPoints: { app: join(root, "src/styles/app.css") },
  bundle: true,
  minify: true,
  target: "es2022",
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  outdir: out,
});
await writeFile(join(out, "icon.svg"), FAVICON);

const page = await readFile(join(root, "src/page.html"), "utf8");
const write = (name: string, policy: string, images: string) =>
  writeFile(join(out, name), page.replace("%policy%", policy).replace("%images%", images));
await write("index.html", contentPolicy("'self' data:"), "");
await write(
  "images.html",
  contentPolicy("'self' data: https:"),
  '<meta name="chainkit-images" content="https:" />',
);

/**
 * The Content-Security-Policy of a page: everything comes from its own origin, and nothing is inline.
 *
 * @param images Sources of images.
 */
function contentPolicy(images: string): string {
  const sources = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": images,
    "font-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
  };
  return Object.entries(sources)
    .map(([directive, source]) => `${directive} ${source}`)
    .join("; ");
}
