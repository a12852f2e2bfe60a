import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { writeImageFiles } from "./image.ts";
import { packPackages } from "./pack.ts";

const HELP = `Writes what the container image of the service contains to dist/image: the packed service, and its
dependencies as the lockfile has them. packages/server/docker builds the image.

Usage: image-files

  --help  show this help
`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const target = join(repositoryRoot, "dist/image");
  const tarballs = await mkdtemp(join(tmpdir(), "chainkit-image-"));
  try {
    await writeImageFiles(target, await packPackages(tarballs));
    console.log(`The files of the image are in ${relative(process.cwd(), target) || "."}.`);
  } finally {
    await rm(tarballs, { recursive: true });
  }
}

main().catch((error: Error) => {
  console.error(`image-files: ${error.message}`);
  process.exitCode = 1;
});
