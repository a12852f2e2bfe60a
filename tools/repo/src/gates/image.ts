import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";

export const imageFolder = join(repositoryRoot, "packages/server/docker");

/** Instructions in the Dockerfile of the service. */
export interface Image {
  /** Release of Node. */
  readonly node: string;
  /** Files that are copied from the build context. */
  readonly files: readonly string[];
  /** Command of the build, without the mounts that it has. */
  readonly install: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** User that the command runs as. */
  readonly user: string;
  readonly start: readonly string[];
  readonly health: readonly string[];
}

/**
 * Reads the Dockerfile of the service, so that what it runs can be run without a container engine.
 *
 * @param pathOf Returns the file that a path of the image stands for.
 */
export async function readImage(pathOf: (path: string) => string): Promise<Image> {
  const text = await readFile(join(imageFolder, "Dockerfile"), "utf8");
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? "";
  const command = (pattern: RegExp): string[] => JSON.parse(find(pattern)).map(map);
  const map = (value: string) => (value.startsWith("/") ? pathOf(value) : value);
  const env = find(/^ENV (.+)$/m)
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]);
  return {
    node: find(/^FROM node:([\d.]+)-/m),
    files: [...text.matchAll(/^COPY (?:--chmod=755 )?([\w.]+) \/app\/$/gm)].map(
      ([, file = ""]) => file,
    ),
    install: find(/^RUN --mount=type=bind,from=service,target=\/service (.+)$/m)
      .split(" ")
      .map(map),
    env: Object.fromEntries(env.map(([name, value]) => [name, map(value)])),
    user: find(/^USER (.+)$/m),
    start: [...command(/^ENTRYPOINT (.+)$/m), ...command(/^CMD (.+)$/m)],
    health: command(/^HEALTHCHECK .* CMD (.+)$/m),
  };
}
