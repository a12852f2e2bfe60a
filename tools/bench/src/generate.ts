import { execFile } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { installProject } from "@chainkit/extras";
import { type OpenApiDocument, readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { generatedFolder, installPeers, peersFolder } from "./install.ts";

const exec = promisify(execFile);

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

/** The contract of the address-data area, from which peers generate. */
async function readSpec(): Promise<OpenApiDocument> {
  const area = (await listAreas()).find(({ name }) => name === "address-data");
  if (!area) {
    throw new Error("spec/address-data.yaml is what the peers are generated from");
  }
  const document = structuredClone(await bundleSpec(area.file));
  addRedoclyPagination(document);
  return document;
}

/** Generates the address-data clients of three peers, and a package of each. */
export async function generatePeers(): Promise<void> {
  const document = await readSpec();
  const installed = await installProject(peersFolder);
  await mkdir(generatedFolder, { recursive: true });
  const file = join(generatedFolder, "spec.json");
  await writeFile(file, JSON.stringify(document));
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const redocly = join(generatedFolder, "redocly.ts");
  const orval = join(generatedFolder, "orval");
  await mkdir(orval, { recursive: true });
  await copyFile(join(peersFolder, "orval-fetch.js"), join(orval, "fetch.js"));
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
    exec(installed.path(".bin", "orval"), ["--config", "orval.config.js"], { cwd: peersFolder }),
  ]);
  await installPeers((name) => installed.path(name));
}
