import { readInfo } from "@chainkit/openapi";
import { completeManifest, type RootManifest } from "../../../repo/src/release/index.ts";
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
    [
      "package.json",
      json(completeManifest(manifest(area, version), `packages/${area.name}`, root)),
    ],
    ["tsconfig.json", json(checkConfig)],
    ["tsconfig.build.json", json(buildConfig)],
    ["src/index.ts", indexSource(area)],
    ["src/raw.ts", rawSource(area)],
    ["src/validate.ts", validateSource(area)],
  ]);
}

/** Entry points, one unminified file each: an import loads a single file, and a stack trace is readable. */
const entries = "src/index.ts src/raw.ts src/validate.ts src/generated/descriptions.ts";
const bundleFlags =
  "--bundle --packages=external --format=esm --target=es2022 --sourcemap --sources-content=false --outbase=src --outdir=dist";

const checkConfig = { extends: "../../tsconfig.base.json", include: ["src"] };

const buildConfig = {
  extends: "./tsconfig.json",
  compilerOptions: {
    // A build refers to the builds of other packages, not to their sources.
    customConditions: null,
    rootDir: "src",
    outDir: "dist",
    declaration: true,
    declarationMap: true,
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
    // The maps refer to the sources.
    files: ["dist", "src"],
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./operations": {
        types: "./dist/generated/descriptions.d.ts",
        default: "./dist/generated/descriptions.js",
      },
      "./raw": { types: "./dist/raw.d.ts", default: "./dist/raw.js" },
      "./validate": { types: "./dist/validate.d.ts", default: "./dist/validate.js" },
    },
    scripts: {
      build: `tsc -p tsconfig.build.json && esbuild ${entries} ${bundleFlags}`,
      typecheck: "tsc --noEmit",
    },
    dependencies: { "@chainkit/runtime": "workspace:^" },
    // Only required by the subpath `validate`, which few applications ship.
    peerDependencies: { valibot: "catalog:published" },
    peerDependenciesMeta: { valibot: { optional: true } },
    devDependencies: { esbuild: "catalog:", valibot: "catalog:" },
  };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
