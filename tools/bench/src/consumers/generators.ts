import { join } from "node:path";
import { folderOf, generatedFolder, peersFolder } from "../install.ts";

/** A program that makes a client of an OpenAPI document. */
export interface Generator {
  readonly name: string;
  /** Returns the arguments of Node that generate the client of `file` into the folder `out`. */
  readonly args: (file: string, out: string) => string[];
  /** Source of a module that exports the whole client, with what it needs to be called. */
  readonly client: string;
}

const peer = (path: string) => join(peersFolder, "node_modules", path);

/** Folder of the clients, from which their packages are found. */
export const clientsFolder: string = join(generatedFolder, "installed/consumers");

/** Ours and those that it is compared with, each with the options of its documentation. */
export const generators: readonly Generator[] = [
  {
    name: "chainkit",
    args: (file, out) => [
      join(folderOf("@chainkit/codegen"), "dist/document-cli.js"),
      file,
      "--out",
      out,
    ],
    client:
      'export * from "./src/operations.ts"; export { createClient } from "@chainkit/runtime";',
  },
  {
    name: "hey-api",
    args: (file, out) => [
      peer("@hey-api/openapi-ts/bin/run.js"),
      ...["-i", file, "-o", out, "--silent"],
    ],
    client: 'export * from "./src/index.ts"; export { client } from "./src/client.gen.ts";',
  },
  {
    name: "openapi-typescript",
    args: (file, out) => [
      peer("openapi-typescript/bin/cli.js"),
      ...[file, "-o", join(out, "types.ts")],
    ],
    client:
      'import createClient from "openapi-fetch"; import type { paths } from "./src/types.ts"; export const client = createClient<paths>();',
  },
  {
    name: "orval",
    args: (file, out) => [
      peer("orval/dist/bin/orval.mjs"),
      ...["-i", file, "-o", join(out, "client.ts"), "--client", "fetch"],
    ],
    client: 'export * from "./src/client.ts";',
  },
  {
    name: "redocly",
    args: (file, out) => [
      join(import.meta.dirname, "../../node_modules/@redocly/cli/bin/cli.js"),
      ...["generate-client", file, "-o", join(out, "client.ts")],
      ...["--args-style", "grouped", "--import-ext", "ts"],
    ],
    client: 'export * from "./src/client.ts";',
  },
];
