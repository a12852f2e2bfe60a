import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { installProject } from "@chainkit/extras";
import { type OpenApiDocument, readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { build } from "esbuild";

const exec = promisify(execFile);

/** Project of the peers, with its own dependencies, installed on first use. */
export const peersFolder: string = join(import.meta.dirname, "../peers");
/** Folder of the generated peers. */
export const generatedFolder: string = join(peersFolder, "generated");
/** Name of the package that is made of a generated client. */
export const packageName = (client: string): string => `generated-${client}`;
const bin = (name: string) => join(import.meta.dirname, "../node_modules/.bin", name);

/** Adds the pagination extension of Redocly's generator to our listings. */
function addRedoclyPagination(document: OpenApiDocument): void {
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
}

/** The contract of the address-data area, from which all peers generate. */
export async function readSpec(): Promise<OpenApiDocument> {
  const area = (await listAreas()).find(({ name }) => name === "address-data");
  if (!area) {
    throw new Error("spec/address-data.yaml is what the peers are generated from");
  }
  const document = structuredClone(await bundleSpec(area.file));
  addRedoclyPagination(document);
  return document;
}

/** Modules of the generated clients that the peers import, by the folder or file they are in. */
const generatedModules = {
  redocly: ["./redocly.ts"],
  "hey-api": ["./hey-api/client/index.ts", "./hey-api/sdk.gen.ts"],
};

/** Builds a package of each generated client, as a provider of the API would publish it. */
async function packageClients(): Promise<void> {
  for (const [name, modules] of Object.entries(generatedModules)) {
    const folder = join(generatedFolder, "installed/node_modules", packageName(name));
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
    const manifest = { name: packageName(name), version: "1.0.0", exports: "./index.mjs" };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  }
}

/** Generates the address-data clients of two peers, and a package of each. */
export async function generatePeers(): Promise<void> {
  const document = await readSpec();
  const installed = await installProject(peersFolder);
  await mkdir(generatedFolder, { recursive: true });
  const file = join(generatedFolder, "spec.json");
  await writeFile(file, JSON.stringify(document));
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const redocly = join(generatedFolder, "redocly.ts");
  const options = ["--args-style", "grouped", "--import-ext", "ts"];
  await Promise.all([
    exec(bin("redocly"), ["generate-client", file, "-o", redocly, ...options], { env }),
    exec(installed.path(".bin", "openapi-ts"), [
      "-i",
      file,
      "-o",
      join(generatedFolder, "hey-api"),
      "--silent",
    ]),
  ]);
  await packageClients();
}
