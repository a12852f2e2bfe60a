import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { generatedFolder, packageName } from "./install.ts";
import type { Connected, Connection, Peer } from "./peers.ts";

/** Messages between a peer and its runner. */
export type Form = "browser" | "bundled" | "installed";

/** Imports generated clients from their packages, as the others are. */
const fromPackages: Plugin = {
  name: "from-packages",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/generated\// }, ({ path }) => ({
      path: packageName(/^\.\/generated\/([\w-]+)/.exec(path)?.[1] ?? path),
      external: true,
    }));
  },
};

const settings: Readonly<Record<Form, BuildOptions>> = {
  browser: { platform: "browser", minify: true },
  bundled: { platform: "node" },
  // Packages stay as published, as separate files.
  installed: { platform: "node", packages: "external", plugins: [fromPackages] },
};

/** Bundles a peer as an application would ship it. */
export async function bundlePeer({ file }: Peer, form: Form): Promise<string> {
  const result = await build({
    ...settings[form],
    entryPoints: [file],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return result.outputFiles[0]?.text ?? "";
}

/** Writes what `bundlePeer` builds for Node to a file of its own. */
export async function writePeer(peer: Peer, form: Form = "bundled"): Promise<string> {
  const folder = join(generatedFolder, form);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${peer.name.replaceAll(/\W+/g, "-")}.mjs`);
  await writeFile(file, await bundlePeer(peer, form));
  return file;
}

/** Loads a peer as written by `writePeer`. */
export async function loadPeer(file: string): Promise<(connection: Connection) => Connected> {
  return (await import(pathToFileURL(file).href)).default;
}
