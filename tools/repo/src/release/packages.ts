import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";

/** Published package. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly bin?: Readonly<Record<string, string>>;
  /** What it exports once it is published. */
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Lists the published packages: all in `packages/` and `tools/` that are not private. */
export async function listPackages(root: string = repositoryRoot): Promise<PublishedPackage[]> {
  const parents = [join(root, "packages"), join(root, "tools")];
  const names = await Promise.all(parents.map((parent) => readdir(parent)));
  const folders = parents
    .flatMap((parent, at) => (names[at] ?? []).map((name) => join(parent, name)))
    .filter((folder) => existsSync(join(folder, "package.json")));
  const all = await Promise.all(
    folders.map(async (folder) => ({
      ...(JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as PublishedPackage & {
        private?: boolean;
      }),
      folder,
    })),
  );
  return all.filter((one) => !one.private);
}
