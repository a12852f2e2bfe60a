import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { useExtras } from "@chainkit/extras";
import { bundleSpec, listAreas, repositoryRoot } from "@chainkit/spec";
import { build } from "esbuild";
import { type Figure, shown } from "../figures.ts";
import { generatePeers } from "../generate.ts";
import { generatedFolder, packOurs, peersFolder } from "../install.ts";
import { defineMode, type Measure } from "../mode.ts";
import { ratioTable } from "../report.ts";
import { inTurn } from "../rounds.ts";
import { clientsFolder, type Generator, generators } from "./generators.ts";

const exec = promisify(execFile);
const recorder = join(peersFolder, "record-time.js");

const BASELINE = "hey-api";

/** With telemetry on, Redocly's generator waits for its vendor. */
const environment = {
  ...process.env,
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** A client of a document that was generated, with a configuration to compile it. */
interface Client {
  readonly generator: Generator;
  /** Name of the generator. */
  readonly name: string;
  readonly file: string;
  readonly folder: string;
}

interface Resources {
  /** The clients by the name of the document. */
  readonly documents: ReadonlyMap<string, readonly Client[]>;
  readonly rounds: number;
}

/** Generators of clients: how long they take, how long their clients take to compile, and how large they are. */
export const mode = defineMode<Resources>({
  measures: {
    generate: compare("generation", "ms", generationMillis),
    types: compare("type check", "ms", typeMillis),
    size: compare("whole client, minified and gzipped", "bytes", gzippedBytes),
  },
  async open({ quick }) {
    await generatePeers();
    await Promise.all(["packages/openapi", "tools/codegen"].map(packOurs));
    const documents = Object.entries(await documentFiles()).map(
      ([name, file]): [string, Client[]] => [
        name,
        generators.map((generator) => ({
          generator,
          name: generator.name,
          file,
          folder: join(clientsFolder, name, generator.name),
        })),
      ],
    );
    for (const client of documents.flatMap(([, clients]) => clients)) {
      await generate(client);
      await writeFile(join(client.folder, "tsconfig.json"), JSON.stringify(COMPILER));
      await writeFile(join(client.folder, "client.ts"), client.generator.client);
    }
    return { documents: new Map(documents), rounds: quick ? 1 : 5 };
  },
  format: (figures) =>
    ratioTable(
      figures,
      generators.map(({ name }) => name),
      BASELINE,
    ),
});

/** The settings that most applications have. */
const COMPILER = {
  compilerOptions: {
    ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [] },
    ...{ module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true },
    ...{ strict: true, skipLibCheck: true, noEmit: true },
  },
  include: ["client.ts"],
};

/** Files of the documents by name: those of our areas, and two of others. */
async function documentFiles(): Promise<Record<string, string>> {
  const folder = join(generatedFolder, "documents");
  await mkdir(folder, { recursive: true });
  const areas = (await listAreas()).map(async ({ name, file }): Promise<[string, string]> => {
    const path = join(folder, `${name}.json`);
    await writeFile(path, JSON.stringify(await bundleSpec(file)));
    return [name, path];
  });
  const { path } = await useExtras("openapi-files");
  return {
    ...Object.fromEntries(await Promise.all(areas)),
    museum: join(repositoryRoot, "packages/openapi/test/documents/museum.yaml"),
    figma: path("@figma/rest-api-spec/openapi/openapi.yaml"),
  };
}

/** Measures the clients of each document; for times, a goal compares ours with hey-api's. */
function compare(
  title: string,
  unit: "ms" | "bytes",
  measure: (clients: readonly Client[], rounds: number) => Promise<Map<string, number>>,
): Measure<Resources> {
  return async ({ documents, rounds }) => {
    const figures: Figure[] = [];
    for (const [document, clients] of documents) {
      const found = await measure(clients, rounds);
      const ratio = (found.get("chainkit") ?? Number.NaN) / (found.get(BASELINE) ?? Number.NaN);
      const what = `${title}, ${document}`;
      figures.push({
        what,
        ratio,
        values: Object.fromEntries(found),
        text: `${shown(found.get(BASELINE) ?? Number.NaN)} ${unit}`,
        ...(unit === "ms"
          ? { aim: { what: `${what}: no slower than ${BASELINE}`, met: ratio <= 1 } }
          : {}),
      });
    }
    return figures;
  };
}

/** Generates a client into an empty folder, and returns the processor time. */
async function generate({ generator, file, folder }: Client): Promise<number> {
  const out = join(folder, "src");
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  // Elsewhere, openapi-typescript would read the lint rules of this repository.
  return processorMillis(generator.args(file, out), folder);
}

function generationMillis(
  clients: readonly Client[],
  rounds: number,
): Promise<Map<string, number>> {
  return inTurn(clients, rounds, generate);
}

function typeMillis(clients: readonly Client[], rounds: number): Promise<Map<string, number>> {
  const tsc = join(peersFolder, "node_modules/typescript/bin/tsc");
  return inTurn(clients, rounds, ({ folder }) => processorMillis([tsc, "-p", folder], folder));
}

/** Runs a program of Node and returns its processor time in milliseconds, which other load hardly affects. */
async function processorMillis(args: readonly string[], cwd: string): Promise<number> {
  const times = join(cwd, "times.txt");
  await rm(times, { force: true });
  const env = { ...environment, NODE_OPTIONS: `--import=${recorder}`, CHAINKIT_BENCH_TIMES: times };
  await exec(process.execPath, [...args], { cwd, env });
  const lines = (await readFile(times, "utf8")).trim().split("\n");
  return lines.reduce((sum, line) => sum + Number(line), 0);
}

/** Sizes of bundles that export every operation. */
async function gzippedBytes(clients: readonly Client[]): Promise<Map<string, number>> {
  const sizes = clients.map(async ({ name, folder }): Promise<[string, number]> => {
    const { outputFiles } = await build({
      entryPoints: [join(folder, "client.ts")],
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      write: false,
      logLevel: "silent",
    });
    const compressed = await promisify(gzip)(outputFiles[0]?.contents ?? "", { level: 9 });
    return [name, compressed.length];
  });
  return new Map(await Promise.all(sizes));
}
