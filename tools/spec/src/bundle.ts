import type { OpenApiDocument } from "@chainkit/openapi";
import { bundle, createConfig } from "@redocly/openapi-core";
import { folderOf, GuardedResolver, type SourceCache } from "./reference-guard.ts";

/**
 * Reads an OpenAPI file and bundles everything it refers to into one document. References may lead to files
 * in its folder only.
 *
 * @param file Path of the root file, YAML or JSON.
 * @param allowed Other folders and URLs that references may lead to.
 * @param sources Texts of files that were read for other documents.
 * @throws Error naming the file if it is not an OpenAPI document, or has a reference that cannot be resolved
 * or leads elsewhere.
 */
export async function bundleSpec(
  file: string,
  allowed: readonly string[] = [],
  sources?: SourceCache,
): Promise<OpenApiDocument> {
  const externalRefResolver = new GuardedResolver([folderOf(file), ...allowed], sources);
  const config = await createConfig({});
  const result = await bundle({ ref: file, config, externalRefResolver }).catch((error: Error) => {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  });
  const errors = result.problems.filter(
    ({ severity, location }) =>
      severity === "error" &&
      // A mapping may contain schema names, which Redocly treats as references to files.
      !location.some(({ pointer }) => pointer?.includes("/discriminator/mapping/")),
  );
  if (errors.length > 0) {
    const messages = errors.map(({ message, location: [at] }) =>
      [message, at?.pointer && `at ${at.pointer}`].filter(Boolean).join(" "),
    );
    throw new Error(`${file}: ${messages.join("; ")}`);
  }
  return result.bundle.parsed as OpenApiDocument;
}
