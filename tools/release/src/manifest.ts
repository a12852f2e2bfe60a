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
  readonly publishConfig?: object;
  readonly [field: string]: unknown;
}

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
 * @param folder Name of its folder in `packages/`.
 * @example
 * completeManifest({ name: "@chainkit/mock" }, "mock", await readRootManifest()).bugs;
 */
export function completeManifest(
  manifest: Manifest,
  folder: string,
  root: RootManifest,
): Record<string, unknown> {
  const url = repositoryUrl(root);
  const { keywords = [], files = ["dist"], publishConfig, scripts } = manifest;
  const complete: Record<string, unknown> = {
    ...manifest,
    keywords: [...new Set([...root.keywords, ...keywords])],
    homepage: `${url}/tree/main/packages/${folder}#readme`,
    bugs: `${url}/issues`,
    repository: { ...root.repository, directory: `packages/${folder}` },
    author: root.author,
    files: [...new Set([...files, "CHANGELOG.md"])],
    publishConfig: { ...publishConfig, access: "public", provenance: true },
    scripts: { ...scripts, prepack: "turbo run build --output-logs=errors-only" },
  };
  const others = Object.keys(complete).filter((field) => !FIRST.includes(field));
  const fields = [...FIRST, ...others].filter((field) => field in complete);
  return Object.fromEntries(fields.map((field) => [field, complete[field]]));
}
