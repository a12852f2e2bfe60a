import { cp, mkdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
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
  orval: ["./orval/client.ts", "./orval/fetch.js"],
};
/** Peers that are packages of the registry. */
const fromRegistry = ["openapi-fetch", "ky", "ofetch", "openai", "up-fetch", "wretch"];
const ours = ["packages/address-data", "packages/runtime"];

/** Folder of an installed package. */
export const folderOf = (name: string): string =>
  join(generatedFolder, "installed/node_modules", name);

/** Makes a package of a generated client, as a provider of the API would publish it. */
async function packGenerated(name: string, modules: readonly string[]): Promise<void> {
  const folder = folderOf(name);
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

/**
 * Copies a package of ours as it is published: its build, and its manifest without what is for the workspace only.
 *
 * @param path Its path in the repository.
 */
export async function packOurs(path: string): Promise<void> {
  const from = join(import.meta.dirname, "../../..", path);
  const folder = folderOf(`@chainkit/${basename(path)}`);
  await cp(join(from, "dist"), join(folder, "dist"), { recursive: true });
  const { publishConfig, ...manifest } = JSON.parse(
    await readFile(join(from, "package.json"), "utf8"),
  );
  const published = { ...manifest, exports: publishConfig.exports };
  await writeFile(join(folder, "package.json"), JSON.stringify(published, null, 2));
  const others = Object.keys(manifest.dependencies ?? {}).filter(
    (name) => !name.startsWith("@chainkit/"),
  );
  for (const name of others) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(from, "node_modules", name)), link);
  }
}

/**
 * Copies a package of the registry and those that it depends on. A link is enough for openai: its 4,000 files load
 * long enough to hide it.
 */
async function installPublished(name: string, from: string): Promise<void> {
  const source = await realpath(from);
  if (name === "openai") {
    await symlink(source, folderOf(name));
    return;
  }
  await cp(source, folderOf(name), { recursive: true });
  const { dependencies = {} } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  const besides = Object.keys(dependencies).map((other) =>
    installPublished(other, join(source, "..", other)),
  );
  await Promise.all(besides);
}

/**
 * Installs the peers side by side in one `node_modules`, as npm does: the time of an import depends on how
 * far away a package is found, and on links.
 *
 * @param path Returns the folder of a package of the registry.
 */
export async function installPeers(path: (name: string) => string): Promise<void> {
  const modules = folderOf("");
  await rm(modules, { recursive: true, force: true });
  await mkdir(modules, { recursive: true });
  await Promise.all([
    ...ours.map(packOurs),
    ...fromRegistry.map((name) => installPublished(name, path(name))),
    ...Object.entries(generatedModules).map(([client, modules]) =>
      packGenerated(packageName(client), modules),
    ),
  ]);
}
