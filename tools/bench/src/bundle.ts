import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { generatedFolder } from "./generate.ts";
import type { Connected, Connection, Peer } from "./peers.ts";

/** Bundles what an application ships of a peer, for a browser or for Node. */
export async function bundlePeer({ file }: Peer, platform: "browser" | "node"): Promise<string> {
  const result = await build({
    entryPoints: [file],
    bundle: true,
    minify: platform === "browser",
    format: "esm",
    target: "es2022",
    platform,
    write: false,
    logLevel: "silent",
  });
  return result.outputFiles[0]?.text ?? "";
}

/** Writes a peer's bundle for Node. */
export async function writePeer(peer: Peer): Promise<string> {
  const folder = join(generatedFolder, "peers");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${peer.name.replaceAll(/\W+/g, "-")}.mjs`);
  await writeFile(file, await bundlePeer(peer, "node"));
  return file;
}

/** Loads a peer as written by `writePeer`. */
export async function loadPeer(file: string): Promise<(connection: Connection) => Connected> {
  return (await import(pathToFileURL(file).href)).default;
}
