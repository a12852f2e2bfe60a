import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createProgram, startProgram } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { writeImageFiles } from "./image.ts";
import { packPackages } from "./pack.ts";

const program = createProgram({
  usage: "image-files",
  description:
    "Writes what the container image of the service contains to dist/image: the packed service, and its dependencies as " +
    "the lockfile has them. packages/server/docker builds the image.",
}).action(async () => {
  const target = join(repositoryRoot, "dist/image");
  const tarballs = await mkdtemp(join(tmpdir(), "chainkit-image-"));
  try {
    await writeImageFiles(target, await packPackages(tarballs));
    console.log(`The files of the image are in ${relative(process.cwd(), target) || "."}.`);
  } finally {
    await rm(tarballs, { recursive: true });
  }
});

await startProgram("image-files", program);
