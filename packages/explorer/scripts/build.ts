/** Builds the explorer: two pages that differ in what images they may load, a script, a style sheet. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FAVICON } from "@chainkit/look/logo";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const out = join(root, "dist");

await build({
  entryPoints: [
    { in: join(root, "src/main.tsx"), out: "app" },
    { in: join(root, "src/styles/app.css"), out: "app" },
  ],
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
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  outdir: out,
});
await writeFile(join(out, "icon.svg"), FAVICON);

const page = await readFile(join(root, "src/page.html"), "utf8");
await writeFile(join(out, "index.html"), page.replaceAll("%images%", ""));
await writeFile(join(out, "images.html"), page.replaceAll("%images%", "https:"));
