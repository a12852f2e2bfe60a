import { execFile } from "node:child_process";
import { copyFile, cp, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, specFolder } from "@chainkit/spec";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { installProject } from "../../repo/src/extras/index.ts";

const exec = promisify(execFile);
const peersFolder = join(import.meta.dirname, "../peers");
const packagesFolder = join(import.meta.dirname, "../../../packages");
const generated = join(peersFolder, "generated");
const installedModules = join(generated, "installed/node_modules");

/** A client that is connected to a service. */
export interface Connected {
  /** Requests a page of a wallet's transactions. */
  page(): Promise<unknown>;
  /** Goes through the whole listing, and counts its items. */
  count(): Promise<number>;
}

/** Default export of each module in `peers`. */
export type Connect = (to: { baseUrl: string; fetch?: typeof fetch }) => Connected;

/** Our client and those it is compared with, by the name of their module in `peers`. */
export const PEERS = [
  "chainkit",
  "fetch",
  "openapi-fetch",
  "redocly",
  "hey-api",
  "orval",
  "ky",
  "ofetch",
  "wretch",
  "up-fetch",
  "stainless",
];

/** Peers with retries, timeouts and paging, like ours. */
export const FULL_PEERS = ["redocly", "stainless"];

/** Packages of the peers that are imported from `node_modules`. */
const PACKAGES = ["openapi-fetch", "ky", "ofetch", "openai", "up-fetch", "wretch"];

/** Modules of the generated peers, each of which becomes a package like those of the others. */
const GENERATED: Readonly<Record<string, readonly string[]>> = {
  redocly: ["./redocly.ts"],
  "hey-api": ["./hey-api/client/index.ts", "./hey-api/sdk.gen.ts"],
  orval: ["./orval/client.ts", "./orval/fetch.js"],
};
const packageOf = (name: string): string => `generated-${name}`;

/** Options of all bundles. */
const BUNDLE = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "es2022",
  logLevel: "silent",
} as const;

/** Imports generated clients from their packages. */
const fromPackages: Plugin = {
  name: "from-packages",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/generated\// }, ({ path }) => ({
      path: path.replace(/^\.\/generated\/([\w-]+).*/, packageOf("$1")),
      external: true,
    }));
  },
};

/** Leaves the packages that a client imports in `node_modules`. */
export const INSTALLED: BuildOptions = { packages: "external", plugins: [fromPackages] };

/** Generates three of the peers from our contract, and installs all packages side by side. */
export async function preparePeers(): Promise<void> {
  const installed = await installProject(peersFolder);
  await mkdir(join(generated, "orval"), { recursive: true });
  const spec = join(generated, "spec.json");
  await writeFile(spec, JSON.stringify(await documentWithPaging()));
  await copyFile(join(peersFolder, "orval-fetch.js"), join(generated, "orval/fetch.js"));
  await Promise.all([
    generateRedocly(spec),
    exec(installed.path(".bin/openapi-ts"), ["-i", spec, "-o", join(generated, "hey-api")]),
    exec(installed.path(".bin/orval"), ["--config", "orval.config.js"], { cwd: peersFolder }),
  ]);
  await Promise.all([
    ...PACKAGES.map((name) => copyInstalled(installed.path(name))),
    copyBuilt("address-data"),
    copyBuilt("runtime"),
    ...Object.entries(GENERATED).map(([name, modules]) => packGenerated(packageOf(name), modules)),
  ]);
}

/** The contract of address data, with paging as Redocly's generator expects it. */
async function documentWithPaging(): Promise<unknown> {
  const document = await bundleSpec(join(specFolder, "address-data.yaml"));
  for (const { node, pagination } of readOperations(document)) {
    if (pagination) {
      Object.assign(node, {
        "x-redoclyPagination": {
          style: "cursor",
          cursorParam: pagination.cursorParameter,
          nextCursor: `/${pagination.cursorField}`,
          items: `/${pagination.itemsField}`,
        },
      });
    }
  }
  return document;
}

async function generateRedocly(spec: string): Promise<void> {
  const redocly = join(import.meta.dirname, "../node_modules/.bin/redocly");
  const client = join(generated, "redocly.ts");
  const style = ["--args-style", "grouped", "--import-ext", "ts"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  await exec(redocly, ["generate-client", spec, "-o", client, ...style], { env });
}

/** Copies a package and those it depends on into one folder, because links take time to import. */
async function copyInstalled(from: string): Promise<void> {
  const source = await realpath(from);
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  await cp(source, join(installedModules, manifest.name), { recursive: true });
  const modules = join(source, "../".repeat(manifest.name.split("/").length));
  const dependencies = Object.keys(manifest.dependencies ?? {});
  await Promise.all(dependencies.map((name) => copyInstalled(join(modules, name))));
}

/** Copies a built package of this repository, as npm would install it. */
async function copyBuilt(folder: string): Promise<void> {
  const name = `@chainkit/${folder}`;
  const target = join(installedModules, name);
  await cp(join(packagesFolder, folder, "dist"), join(target, "dist"), { recursive: true });
  const manifest = { name, type: "module", exports: "./dist/index.js" };
  await writeFile(join(target, "package.json"), JSON.stringify(manifest));
}

/** Makes a package of a generated client, as a provider of the API would publish it. */
async function packGenerated(name: string, modules: readonly string[]): Promise<void> {
  const folder = join(installedModules, name);
  const contents = modules.map((path) => `export * from "${path}";`).join("\n");
  const stdin = { contents, resolveDir: generated };
  await build({ ...BUNDLE, stdin, outfile: join(folder, "index.mjs") });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name, exports: "./index.mjs" }));
}

/** Bundles a client as an application would. @returns Path of the bundle. */
export async function bundlePeer(name: string, options: BuildOptions = {}): Promise<string> {
  const outfile = join(installedModules, `../${name}.mjs`);
  const entryPoints = [join(peersFolder, `${name}.js`)];
  await build({ ...BUNDLE, entryPoints, outfile, ...options });
  return outfile;
}
