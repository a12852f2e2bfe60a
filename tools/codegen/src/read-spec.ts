import { isObject, type OpenApiDocument, resolve } from "@chainkit/openapi";
import { readDocument } from "@chainkit/openapi/file";
import type { SourceCache } from "@chainkit/spec";

/**
 * Reads an OpenAPI file with everything it refers to. The bundler, which takes longer to load than most documents take
 * to generate, is used only for what it alone knows: other files, anchors and merge keys, and to say what is wrong.
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
  if (document && isSelfContained(document, document)) {
    return document;
  }
  const { bundleSpec } = await import("@chainkit/spec/bundle");
  return bundleSpec(file, allowed, sources);
}

function isSelfContained(document: OpenApiDocument, value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.every((each) => isSelfContained(document, each));
  }
  if (!isObject(value)) {
    return true;
  }
  return (
    !("<<" in value) &&
    isResolved(document, value) &&
    Object.values(value).every((each) => isSelfContained(document, each))
  );
}

function isResolved(document: OpenApiDocument, value: object): boolean {
  if (!("$ref" in value)) {
    return true;
  }
  try {
    resolve(document, value);
    return true;
  } catch {
    return false;
  }
}
