import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Operation, readOperations } from "@chainkit/openapi";
import { type Area, bundleSpec, operationPage } from "@chainkit/spec";
import { curlSample } from "./curl.ts";

/** An area's description, ready to be shown. */
export interface ShownArea {
  readonly name: string;
  readonly document: ShownDocument;
  readonly operations: readonly ShownOperation[];
}

/** The parts of an OpenAPI document that the pages read or add to. */
interface ShownDocument {
  readonly info: Node & { title: string; version: string; summary?: string };
  readonly servers?: Server[];
}

/** One operation of an area, as lists and the search show it. */
export interface ShownOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly string[];
  /** Its address, relative to the root of the site. */
  readonly page: string;
}

interface Node {
  description?: string;
  "x-codeSamples"?: { lang: string; source: string }[];
  readonly [key: string]: unknown;
}

interface Server {
  url: string;
  readonly variables?: Readonly<Record<string, { default: string }>>;
}

/**
 * Reads an area and puts into its document what the pages show besides the contract: the code
 * samples, the operation's name, whether it needs a token, and what we define ourselves (`x-origin`).
 *
 * @throws Error if a reference does not resolve, or an operation has no sample in `samples/`.
 */
export async function readArea({ name, file }: Area): Promise<ShownArea> {
  const samples = join(dirname(file), "samples");
  const bundle = await bundleSpec(file);
  const listed = readOperations(bundle);
  const document = bundle as unknown as ShownDocument;
  markOrigin(document);
  const origin = showOrigin(document);
  const operations = await Promise.all(
    listed.map(async (operation): Promise<ShownOperation> => {
      const { id, method, path, parameters, description } = operation;
      // The document's own object: what is added here, the page shows.
      const node = operation.node as Node;
      const source = await readFile(join(samples, `${id}.ts`), "utf8");
      node["x-codeSamples"] = [{ lang: "TypeScript", source }];
      append(node, nature(operation));
      // Redoc shows one sample at a time: here the second is seen without a click.
      append(node, `\`\`\`sh\n${curlSample(operation, origin)}\`\`\``);
      return {
        id,
        method,
        path,
        summary: operation.summary || id,
        description,
        parameters: parameters.map((parameter) => parameter.name),
        page: operationPage(name, operation),
      };
    }),
  );
  return { name, document, operations };
}

/** What an operation is called, and what its callers want to know before anything else. */
function nature({ id, auth, pagination, idempotent }: Operation): string {
  const facts = [
    `Method \`${id}\``,
    {
      required: "needs a token",
      optional: "**the token is optional:** it works without one too",
      none: "takes no token",
    }[auth],
    ...(pagination ? ["answers page by page"] : []),
    idempotent ? "may be repeated safely" : "not safe to repeat",
  ];
  return facts.join(" · ");
}

/** Adds a paragraph to the description of a node. */
function append(node: Node, paragraph: string): void {
  node.description = [node.description, paragraph].filter(Boolean).join("\n\n");
}

function markOrigin(node: unknown): void {
  if (typeof node !== "object" || node === null) {
    return;
  }
  for (const child of Object.values(node)) {
    markOrigin(child);
  }
  if ((node as Node)["x-origin"] !== "chainkit") {
    return;
  }
  append(node as Node, "_Defined by chainkit: the interface does not specify it._");
}

/**
 * Shows the default address instead of the variable: Redoc takes a lone variable for a path and
 * puts the reader's own address before it.
 *
 * @returns The address.
 */
function showOrigin({ servers = [] }: ShownDocument): string {
  for (const server of servers) {
    server.url = server.url.replaceAll(
      /\{([^}]+)\}/g,
      (variable, name) => server.variables?.[name]?.default ?? variable,
    );
  }
  return servers[0]?.url ?? "";
}
