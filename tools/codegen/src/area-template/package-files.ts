import { readInfo } from "@chainkit/openapi";
import { completeManifest, type RootManifest } from "@chainkit/release";
import type { GeneratedArea } from "../generate.ts";
import { indexSource, rawSource, validateSource } from "./index-source.ts";

/**
 * Returns the files of an area's package that are created once, by path within it; generated code and
 * README are not included.
 *
 * @param root Manifest fields shared by all packages.
 * @param version Current version of the package.
 */
export function packageFiles(
  area: GeneratedArea,
  root: RootManifest,
  version = "0.0.0",
): Map<string, string> {
  return new Map([
    ["package.json", json(completeManifest(manifest(area, version), area.name, root))],
    ["tsconfig.json", json(checkConfig)],
    ["tsconfig.build.json", json(buildConfig)],
    ["src/index.ts", indexSource(area)],
    ["src/raw.ts", rawSource(area)],
    ["src/validate.ts", validateSource(area)],
  ]);
}

/** Entry points, one bundle each, so that an import loads a single file. */
const entries = "src/index.ts src/raw.ts src/validate.ts src/generated/descriptions.ts";
const bundleFlags =
  "--bundle --packages=external --format=esm --target=es2022 --outbase=src --outdir=dist";
/**
 * Node loads the runtime from the same file; where code is bundled, all clients share one runtime. For
 * `.mjs`, Node does not look for the `type` of the folder and its parents, which takes part of an import;
 * so does parsing, hence the minified code. It keeps the names of functions, for stack traces, and has short
 * lines, because Node prints the line that threw before an uncaught error.
 */
const nodeFile =
  "rolldown src/index.ts --format esm --transform.target es2022 --minify --keepNames --logLevel warn --file dist/node.mjs && " +
  "esbuild dist/node.mjs --minify-whitespace --line-limit=100 --log-level=warning --allow-overwrite --outfile=dist/node.mjs";

const checkConfig = { extends: "../../tsconfig.base.json", include: ["src"] };

const buildConfig = {
  extends: "./tsconfig.json",
  compilerOptions: {
    // A build refers to the builds of other packages, not to their sources.
    customConditions: null,
    rootDir: "src",
    outDir: "dist",
    declaration: true,
    emitDeclarationOnly: true,
  },
};

function manifest({ name, document }: GeneratedArea, version: string) {
  const { title, summary } = readInfo(document);
  return {
    name: `@chainkit/${name}`,
    version,
    description: summary || title || name,
    license: "MIT",
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    files: ["dist"],
    exports: {
      ".": { types: "./dist/index.d.ts", node: "./dist/node.mjs", default: "./dist/index.js" },
      "./operations": {
        types: "./dist/generated/descriptions.d.ts",
        default: "./dist/generated/descriptions.js",
      },
      "./raw": { types: "./dist/raw.d.ts", default: "./dist/raw.js" },
      "./validate": { types: "./dist/validate.d.ts", default: "./dist/validate.js" },
    },
    scripts: {
      build: `tsc -p tsconfig.build.json && esbuild ${entries} ${bundleFlags} && ${nodeFile}`,
      typecheck: "tsc --noEmit",
    },
    dependencies: { "@chainkit/runtime": "workspace:^" },
    // Only required by the subpath `validate`, which few applications ship.
    peerDependencies: { valibot: "catalog:published" },
    peerDependenciesMeta: { valibot: { optional: true } },
    devDependencies: { esbuild: "catalog:", rolldown: "catalog:", valibot: "catalog:" },
  };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
