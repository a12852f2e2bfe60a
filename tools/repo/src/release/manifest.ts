import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";

/** Fields of the root manifest that all packages share. */
export interface RootManifest {
  readonly author: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly type: string; readonly url: string };
}

/** The fields of a manifest that this module reads or writes. */
export interface Manifest {
  readonly name: string;
  readonly keywords?: readonly string[];
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Exports;
  readonly publishConfig?: object;
  readonly [field: string]: unknown;
}

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The condition under which editors, tests and `dev` see the sources of a package, not its build. */
const SOURCE = "@chainkit/source";

/** Order of the first fields of a manifest. */
const FIRST: readonly string[] = [
  ...["name", "version", "description", "keywords", "homepage", "bugs", "repository"],
  ...["license", "author", "type", "sideEffects", "engines", "files", "bin", "exports"],
  ...["publishConfig", "scripts"],
];

/** Placeholder of the owner in the repository URL. */
const PLACEHOLDER = "OWNER";

/** Reads the fields of the root manifest that every published package repeats. */
export async function readRootManifest(root: string = repositoryRoot): Promise<RootManifest> {
  return JSON.parse(await readFile(join(root, "package.json"), "utf8"));
}

/** Returns the web URL of the repository, from the `repository` of the root manifest. */
function repositoryUrl({ repository }: RootManifest): string {
  return repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
}

/**
 * Checks that the repository owner is set.
 *
 * @throws Error naming where to set it.
 */
export function assertOwner(manifest: RootManifest): void {
  if (repositoryUrl(manifest).split("/").includes(PLACEHOLDER)) {
    throw new Error(
      `package.json: repository.url is ${manifest.repository.url}; put the owner of the ` +
        "repository in place of OWNER, then run: npx --yes pnpm@12 run manifests",
    );
  }
}

/**
 * Completes the manifest of a published package with the shared fields: repository, packing and
 * publishing. Its own fields are unchanged.
 *
 * @param manifest Manifest of the package.
 * @param folder Its folder, relative to the root of the repository.
 * @example
 * completeManifest({ name: "@chainkit/mock" }, "packages/mock", await readRootManifest()).bugs;
 */
export function completeManifest(
  manifest: Manifest,
  folder: string,
  root: RootManifest,
): Record<string, unknown> {
  const url = repositoryUrl(root);
  const { keywords = [], files = ["dist"], publishConfig, scripts, exports } = manifest;
  const complete: Record<string, unknown> = {
    ...manifest,
    keywords: [...new Set([...root.keywords, ...keywords])],
    homepage: `${url}/tree/main/${folder}#readme`,
    bugs: `${url}/issues`,
    repository: { ...root.repository, directory: folder },
    author: root.author,
    files: [...new Set([...files, "CHANGELOG.md"])],
    ...(exports && {
      exports: Object.fromEntries(
        Object.entries(exports).map(([path, entry]) => [path, withSource(entry)]),
      ),
    }),
    publishConfig: {
      ...publishConfig,
      access: "public",
      provenance: true,
      // Sources are not part of what is published.
      ...(exports && { exports: publishedExports(exports) }),
    },
    scripts: { ...scripts, prepack: "turbo run build --output-logs=errors-only" },
  };
  const others = Object.keys(complete).filter((field) => !FIRST.includes(field));
  const fields = [...FIRST, ...others].filter((field) => field in complete);
  return Object.fromEntries(fields.map((field) => [field, complete[field]]));
}

type Entry = Exports[string];

function withSource(entry: Entry): Entry {
  const { types = "" } = typeof entry === "object" ? entry : {};
  const [, name] = /^\.\/dist\/(.+)\.d\.ts$/.exec(types) ?? [];
  return name ? { [SOURCE]: `./src/${name}.ts`, ...(entry as object) } : entry;
}

/** The entries that users have: none that is for this repository only. */
function publishedExports(exports: Exports): Exports {
  const entries = Object.entries(exports).flatMap(([path, entry]) => {
    if (typeof entry === "string") {
      return /^\.\/(?:src|test-support)\//.test(entry) ? [] : [[path, entry] as const];
    }
    const { [SOURCE]: _, ...conditions } = entry;
    const built = Object.entries(conditions).map(([name, file]) => [
      name,
      file.replace(/^\.\/src\/(.+)\.ts$/, "./dist/$1.js"),
    ]);
    return built.length === 0 ? [] : [[path, Object.fromEntries(built)] as const];
  });
  return Object.fromEntries(entries);
}
