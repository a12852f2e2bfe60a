import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Area, bundleSpec } from "@chainkit/spec";

/** An area's description, ready to be shown. */
export interface ShownArea {
  readonly name: string;
  readonly document: ShownDocument;
  readonly operations: readonly ShownOperation[];
}

/** The parts of an OpenAPI document that the pages read or add to. */
interface ShownDocument {
  readonly info: Node & { title: string; version: string; summary?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly security?: unknown;
}

/** One operation of an area, as the list of areas shows it. */
export interface ShownOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string | undefined;
}

interface Node {
  description?: string;
  "x-codeSamples"?: { lang: string; source: string }[];
  readonly [key: string]: unknown;
}

/**
 * Reads an area and puts into its document what the pages show besides the contract: the code
 * samples, what we define ourselves (`x-origin`), and that a token is optional.
 *
 * @throws Error if a reference does not resolve, or an operation has no sample in `samples/`.
 */
export async function readArea({ name, file }: Area): Promise<ShownArea> {
  const samples = join(dirname(file), "samples");
  const document = (await bundleSpec(file)) as unknown as ShownDocument;
  markOrigin(document);
  const operations: ShownOperation[] = [];
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item)) {
      if (typeof operation.operationId !== "string") continue;
      const { operationId: id, summary = id, tags } = operation;
      const source = await readFile(join(samples, `${id}.ts`), "utf8");
      operation["x-codeSamples"] = [{ lang: "TypeScript", source }];
      if (isTokenOptional(operation.security ?? document.security)) {
        append(operation, "**The token is optional:** the call works without it too.");
      }
      const tag = Array.isArray(tags) ? String(tags[0]) : undefined;
      operations.push({ id, method: method.toUpperCase(), path, summary: String(summary), tag });
    }
  }
  append(document.info, "[All API areas](index.html)");
  return { name, document, operations };
}

/** Adds a paragraph to the description of a node. */
function append(node: Node, paragraph: string): void {
  node.description = [node.description, paragraph].filter(Boolean).join("\n\n");
}

function isTokenOptional(security: unknown): boolean {
  if (!Array.isArray(security)) return false;
  const free = security.filter((requirement) => Object.keys(requirement).length === 0);
  return free.length > 0 && free.length < security.length;
}

function markOrigin(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const child of Object.values(node)) markOrigin(child);
  if ((node as Node)["x-origin"] !== "chainkit") return;
  append(node as Node, "_Defined by chainkit: the interface does not specify it._");
}
