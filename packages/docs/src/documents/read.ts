import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { asObject, itemsOf, type OpenApiDocument, type Operation } from "@chainkit/openapi";
import { readApi } from "@chainkit/openapi/api";
import { nameOfFile, readDocument } from "@chainkit/openapi/file";
import { type AreaReference, referenceOf } from "../document.ts";
import { requestSamples, type Sample } from "../samples/samples.ts";
import { clientRequests, type RequestOf } from "./client-request.ts";

/** Base URL of a document that states none: that of its mock. */
const MOCK = "http://127.0.0.1:4010";

/** Names of pages that a site has anyway. */
const RESERVED = ["index", "404"];

/**
 * Lists the documents that arguments name.
 *
 * @param paths Files, and folders of YAML and JSON files.
 */
export async function documentFiles(paths: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    paths.map(async (path) => ((await stat(path)).isDirectory() ? filesOf(path) : [path])),
  );
  return lists.flat();
}

async function filesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  return names.filter((name) => /\.(ya?ml|json)$/.test(name)).map((name) => join(folder, name));
}

/**
 * Reads the documents of a site.
 *
 * @throws Error naming the file that is not an OpenAPI document.
 */
export async function readDocuments(files: readonly string[]): Promise<AreaReference[]> {
  const areaName = unique(RESERVED);
  const pageName = unique([]);
  const areas: AreaReference[] = [];
  for (const file of files) {
    const stated = await readDocument(file);
    const api = readApi(nameOfFile(file), stated, true);
    const baseUrl = api.baseUrl ?? MOCK;
    const document = withAbsoluteLinks(stated, `${baseUrl}/`);
    const requestOf = clientRequests(api, baseUrl);
    const reference = await referenceOf(areaName(api.name), document, {
      samples: (operation) => samplesOf(operation, requestOf),
      guides: () => [],
      pageName,
    });
    areas.push({ ...reference, baseUrl });
  }
  return areas;
}

/** Makes the relative links of descriptions those of the API: on the site, they would lead nowhere. */
function withAbsoluteLinks(document: OpenApiDocument, base: string): OpenApiDocument {
  const absolute = (text: string) =>
    text.replaceAll(/(?<=\]\()(?!#|\w+:)([^)\s]+)/g, (href) =>
      URL.canParse(href, base) ? new URL(href, base).href : href,
    );
  const replace = (key: string, value: unknown) =>
    key === "description" && typeof value === "string" ? absolute(value) : value;
  return JSON.parse(JSON.stringify(document, replace));
}

/** Makes names of files of texts, each of which it returns once. */
function unique(reserved: readonly string[]): (text: string) => string {
  const taken = new Set(reserved);
  return (text) => {
    const name = text.replaceAll(/[^\w.-]+/g, "-");
    let free = name;
    // Some file systems do not tell capitals from small letters.
    for (let count = 2; taken.has(free.toLowerCase()); count++) {
      free = `${name}-${count}`;
    }
    taken.add(free.toLowerCase());
    return free;
  };
}

/** The samples that the document states, and those of the request that the client sends. */
async function samplesOf(operation: Operation, requestOf: RequestOf): Promise<Sample[]> {
  const stated = itemsOf(operation.node["x-codeSamples"]).map((item): Sample => {
    const { lang, label = lang, source } = asObject(item);
    return { lang: String(label), fence: String(lang).toLowerCase(), source: String(source) };
  });
  const request = await requestOf(operation);
  const own = request ? requestSamples(request) : [];
  const others = own.filter(({ lang }) => stated.every((each) => each.lang !== lang));
  return [...stated, ...others];
}
