import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Api } from "@chainkit/openapi/api";
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { sourceOf } from "./source.ts";

/** Folder to which the build copies the guides and the contract. */
const folder = fileURLToPath(new URL("../dist/resources/", import.meta.url));

const OPERATION = "chainkit://operations/";

/** One operation each, for clients that do not want to read a whole contract. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    name: "operation",
    title: "Operation",
    uriTemplate: `${OPERATION}{tool}`,
    description: "The contract of a tool's operation: parameters, responses, errors and examples.",
    mimeType: "application/json",
  },
];

/** Lists the guides and the contract of each area; none of a document. */
export async function listResources(
  api?: Api,
): Promise<(Resource & { readonly mimeType: string })[]> {
  if (api) {
    return [];
  }
  const [guides, contracts] = await Promise.all([filesOf("guides"), filesOf("contract")]);
  return Promise.all([
    ...guides.map(async (file) => {
      const [heading = ""] = (await readFile(join(folder, "guides", file), "utf8")).split("\n");
      const title = heading.replace("# ", "");
      return { ...resourceOf("guides", file, "text/markdown"), title };
    }),
    ...contracts.map(async (file) => {
      const { info } = JSON.parse(await readFile(join(folder, "contract", file), "utf8"));
      const title = `${info.title} ${info.version} (OpenAPI)`;
      return { ...resourceOf("contract", file, "application/json"), title };
    }),
  ]);
}

/**
 * Reads a resource.
 *
 * @throws ResourceNotFoundError if there is none at the URI.
 */
export async function readResource(uri: string, api?: Api): Promise<ReadResourceResult> {
  if (uri.startsWith(OPERATION)) {
    const name = uri.slice(OPERATION.length);
    const source = sourceOf(api);
    const all = source.areas.flatMap(({ operations }) => operations);
    const operation = all.find((each) => source.nameOf(each) === name);
    if (operation) {
      return contents(uri, "application/json", JSON.stringify(operation.describe(), null, 2));
    }
  }
  const resource = (await listResources(api)).find((each) => each.uri === uri);
  if (!resource) {
    throw new ResourceNotFoundError(uri);
  }
  const text = await readFile(join(folder, uri.slice("chainkit://".length)), "utf8");
  return contents(uri, resource.mimeType, text);
}

async function filesOf(kind: string): Promise<string[]> {
  return (await readdir(join(folder, kind))).sort();
}

function resourceOf(kind: string, file: string, mimeType: string) {
  return { uri: `chainkit://${kind}/${file}`, name: file.replace(/\.\w+$/, ""), mimeType };
}

function contents(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] };
}
