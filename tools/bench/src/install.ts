import { cp, mkdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";

/** Project of the peers, with its own dependencies, installed on first use. */
export const peersFolder: string = join(import.meta.dirname, "../peers");
/** Folder of the generated peers. */
export const generatedFolder: string = join(peersFolder, "generated");
/** Name of the package that is made of a generated client. */
export const packageName = (client: string): string => `generated-${client}`;

/** Modules of the generated clients that the peers import, by the folder or file they are in. */
const generatedModules = {
  redocly: ["./redocly.ts"],
  "hey-api": ["./hey-api/client/index.ts", "./hey-api/sdk.gen.ts"],
};
/** Peers that are packages of the registry. */
const fromRegistry = ["openapi-fetch", "ky", "openai"];
const ours = "@chainkit/address-data";

/** Folder of a package that is made here, as deep as pnpm puts one. */
const storeFolder = (name: string) =>
  join(generatedFolder, "store", name.replace("/", "+"), "node_modules", name);

/** Makes a package of a generated client, as a provider of the API would publish it. */
async function packGenerated(name: string, modules: readonly string[]): Promise<void> {
  const folder = storeFolder(name);
  await build({
    stdin: {
      contents: modules.map((path) => `export * from "${path}";`).join("\n"),
      resolveDir: generatedFolder,
    },
    outfile: join(folder, "index.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    logLevel: "silent",
  });
  const manifest = { name, version: "1.0.0", exports: "./index.mjs" };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
}

/** Copies our client as it is published: its build, and its manifest without what is for the workspace only. */
async function packOurs(): Promise<void> {
  const from = join(import.meta.dirname, "../node_modules", ours);
  const folder = storeFolder(ours);
  await cp(join(from, "dist"), join(folder, "dist"), { recursive: true });
  const { publishConfig, ...manifest } = JSON.parse(
    await readFile(join(from, "package.json"), "utf8"),
  );
  const published = { ...manifest, exports: publishConfig.exports };
  await writeFile(join(folder, "package.json"), JSON.stringify(published, null, 2));
}

/**
 * Installs the peers side by side, all as pnpm does: a link in `node_modules` to a folder elsewhere. The
 * time of an import depends on how far away a package is found, and where its link leads.
 *
 * @param path Returns the folder of a package of the registry.
 */
export async function installPeers(path: (name: string) => string): Promise<void> {
  const modules = join(generatedFolder, "installed/node_modules");
  await Promise.all(
    [modules, join(generatedFolder, "store")].map((folder) =>
      rm(folder, { recursive: true, force: true }),
    ),
  );
  const generated = Object.entries(generatedModules).map(
    ([client, files]) => [packageName(client), files] as const,
  );
  await Promise.all([packOurs(), ...generated.map((each) => packGenerated(...each))]);
  for (const name of [ours, ...fromRegistry, ...generated.map(([name]) => name)]) {
    const link = join(modules, name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(
      fromRegistry.includes(name) ? await realpath(path(name)) : storeFolder(name),
      link,
    );
  }
}
