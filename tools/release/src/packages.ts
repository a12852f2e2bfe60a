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
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Lists the published packages: all in `packages/` that are not private. */
export async function listPackages(): Promise<PublishedPackage[]> {
  const root = join(repositoryRoot, "packages");
  const folders = (await readdir(root))
    .map((name) => join(root, name))
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
