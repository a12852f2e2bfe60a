import { readdirSync } from "node:fs";
import { join } from "node:path";
import { useExtras } from "../../../repo/src/extras/index.ts";

/** A public OpenAPI description. */
export interface PublicFile {
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

/** The files; those of more than 300 kB only if all are wanted. */
export async function publicFiles(all: boolean): Promise<PublicFile[]> {
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
