import { globSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { useExtras } from "../../src/extras/index.ts";

/** An OpenAPI document, whoever wrote it. */
export interface DocumentFile {
  readonly name: string;
  readonly file: string;
}

/** Packages that ship one description, and where. */
const SINGLE = [
  "@blockfrost/openapi/openapi.yaml",
  "@directus/specs/dist/openapi.json",
  "@figma/rest-api-spec/openapi/openapi.yaml",
  "@ideal-postcodes/openapi/dist/openapi.json",
  "@scalar/galaxy/dist/3.1.json",
  "rclone-openapi/openapi.json",
  "shipengine-openapi/openapi.yaml",
];

/** Folders of small descriptions, each about one feature of OpenAPI. */
const FOLDERS = ["3.0/json", "3.0/json/openapi-workshop", "3.1/json"];

/** Public descriptions; those of more than 300 kB only if all are wanted. */
export async function publicFiles(all: boolean): Promise<DocumentFile[]> {
  const { path } = await useExtras("openapi-files");
  const examples = FOLDERS.flatMap((folder) =>
    readdirSync(path("@readme/oas-examples", folder))
      .filter((name) => name.endsWith(".json"))
      .map((name) => join("@readme/oas-examples", folder, name)),
  );
  const large = /(star-trek|3\.1\/json\/readme)\.json$/;
  const found = [...examples.filter((name) => all || !large.test(name)), ...SINGLE].map((name) => ({
    name: name.replace("@readme/oas-examples/", "").replace("/json/", "/"),
    file: path(name),
  }));
  if (!all) {
    return found;
  }
  const github = await useExtras("github");
  const file = github.path("@octokit/openapi/generated/api.github.com.json");
  return [...found, { name: "@octokit/openapi", file }];
}

/** The documents of this repository that are tried, and those that the variable names. */
export function ownFiles(): DocumentFile[] {
  const { CHAINKIT_DOCUMENTS: named } = process.env;
  const files = globSync(named ?? join(import.meta.dirname, "own/*.yaml")).sort();
  const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");
  return [...files, ...(named ? [] : [museum])].map((file) => ({ name: basename(file), file }));
}
