import { isObject, type OpenApiDocument, withPointers } from "@chainkit/openapi";
import { readDocument } from "@chainkit/openapi/file";
import type { Problem } from "@chainkit/openapi/rules";
import type { SourceCache } from "@chainkit/spec";

/** A document, and how it was read. */
export interface ReadSpec {
  readonly document: OpenApiDocument;
  /** Whether it consists of several files. */
  readonly isBundle: boolean;
  /** The references that could not be read, and why. */
  readonly unresolved: ReadonlyMap<string, string>;
}

/**
 * Reads an OpenAPI file with everything it refers to, as far as that can be read. The bundler, which takes longer to load
 * than most documents take to generate, is used only for what it alone knows: other files.
 *
 * @param allowed Folders and URLs that references may lead to, besides the folder of the file.
 * @param sources Texts of files that were read for other documents.
 * @throws Error naming the file if it is not an OpenAPI document.
 */
export async function readSpec(
  file: string,
  allowed?: readonly string[],
  sources?: SourceCache,
): Promise<ReadSpec> {
  // Documents that are read together share the files that they refer to.
  const stated = sources ? undefined : await readDocument(file);
  const document = stated && withPointers(stated);
  if (document && !refersToFiles(document)) {
    return { document, isBundle: false, unresolved: new Map() };
  }
  const { readBundle } = await import("@chainkit/spec/bundle");
  return { ...(await readBundle(file, allowed, sources)), isBundle: true };
}

/** Says of a reference that is left in a bundle why it could not be read. */
export function explained(problem: Problem, { unresolved }: Pick<ReadSpec, "unresolved">): Problem {
  const [, ref = ""] = /^external \$ref (.*)$/s.exec(problem.what) ?? [];
  const reason = unresolved.get(ref);
  return reason === undefined
    ? problem
    : { ...problem, what: `$ref ${ref}: ${reason}`, fix: "correct the reference" };
}

/** Whether a part of a document refers to another file; extensions are not followed. */
function refersToFiles(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(refersToFiles);
  }
  if (!isObject(value)) {
    return false;
  }
  const isExternal = typeof value.$ref === "string" && !value.$ref.startsWith("#");
  return (
    isExternal ||
    Object.entries(value).some(([name, part]) => !name.startsWith("x-") && refersToFiles(part))
  );
}
