import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";

/** What the root manifest says once for all packages. */
export interface RootManifest {
  readonly author: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly type: string; readonly url: string };
}

/** A manifest as far as this module reads or writes it. */
export interface Manifest {
  readonly name: string;
  readonly keywords?: readonly string[];
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly publishConfig?: object;
  readonly [field: string]: unknown;
}

/** The order in which a manifest begins. */
const FIRST: readonly string[] = [
  ...["name", "version", "description", "keywords", "homepage", "bugs", "repository"],
  ...["license", "author", "type", "sideEffects", "engines", "files", "bin", "exports"],
  ...["publishConfig", "scripts"],
];

/** What stands for the owner in the address of the repository until there is one. */
const PLACEHOLDER = "OWNER";

/** The fields of every published package, of which the root manifest is the one source. */
export async function readRootManifest(root: string = repositoryRoot): Promise<RootManifest> {
  return JSON.parse(await readFile(join(root, "package.json"), "utf8"));
}

/** Address of the repository for readers, from the `repository` of the root manifest. */
function repositoryUrl({ repository }: RootManifest): string {
  return repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
}

/**
 * Throws unless the repository's owner has been set.
 *
 * @throws Error that says where to set it.
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
 * Completes the manifest of a published package with what all of them share: where it comes from, how
 * it is packed and published. Fields of its own stay as they are.
 *
 * @param manifest What the package says of itself.
 * @param folder Name of its folder below `packages/`.
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
