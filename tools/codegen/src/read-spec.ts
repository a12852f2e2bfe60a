import { isObject, type OpenApiDocument } from "@chainkit/openapi";
import { readDocument } from "@chainkit/openapi/file";
import type { SourceCache } from "@chainkit/spec";

/**
 * Reads an OpenAPI file with everything it refers to. The bundler, which takes longer to load than most documents take
 * to generate, is used only for what it alone knows: other files.
 *
 * @param allowed Folders and URLs that references may lead to, besides the folder of the file.
 * @param sources Texts of files that were read for other documents.
 * @throws Error naming the file if it is not an OpenAPI document, or has a reference that is not read.
 */
export async function readSpec(
  file: string,
  allowed?: readonly string[],
  sources?: SourceCache,
): Promise<OpenApiDocument> {
  // Documents that are read together share the files that they refer to.
  const document = sources ? undefined : await readDocument(file).catch(() => undefined);
  if (document && !refersToFiles(document)) {
    return document;
  }
  const { bundleSpec } = await import("@chainkit/spec/bundle");
  return bundleSpec(file, allowed, sources);
}

/** Whether a part of a document refers to another file; extensions are not followed. */
export function refersToFiles(value: unknown): boolean {
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
