/** Builds the published program, with the scripts and styles of its sites in it: users have no sources of them. */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { siteAssets } from "../src/assets.ts";

const assets = await siteAssets();

/** The module of the assets, as data. */
const builtAssets: Plugin = {
  name: "built assets",
  setup({ onLoad }) {
    onLoad({ filter: /docs[\\/]src[\\/]assets\.ts$/ }, () => ({
      contents: `
        const { files, fonts, ...styles } = ${JSON.stringify({
          ...assets,
          files: [...assets.files],
          fonts: [...assets.fonts].map(([path, font]) => [
            path,
            Buffer.from(font).toString("base64"),
          ]),
        })};
        export const siteAssets = async () => ({
          ...styles,
          files: new Map(files),
          fonts: new Map(fonts.map(([path, font]) => [path, Buffer.from(font, "base64")])),
        });`,
    }));
  },
};

const outdir = fileURLToPath(new URL("../dist/program", import.meta.url));
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: [fileURLToPath(new URL("../src/documents/cli.ts", import.meta.url))],
  bundle: true,
  platform: "node",
  format: "esm",
  splitting: true,
  target: "node20",
  outdir,
  // Packages of CommonJS require those of Node.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  external: ["@chainkit/command", "@chainkit/openapi", "shiki", "yaml"],
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [builtAssets],
});
