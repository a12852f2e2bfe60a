import type { OpenApiDocument } from "@chainkit/openapi";
import { bundle, createConfig } from "@redocly/openapi-core";

/**
 * Reads an OpenAPI file and draws everything it refers to into one document.
 *
 * @param file Path of the root file, YAML or JSON.
 * @throws Error naming the file and what is wrong with it: no OpenAPI document, an unresolved reference.
 */
export async function bundleSpec(file: string): Promise<OpenApiDocument> {
  const result = await bundle({ ref: file, config: await createConfig({}) }).catch(
    (error: Error) => {
      throw new Error(`${file}: ${error.message}`, { cause: error });
    },
  );
  const errors = result.problems.filter(
    ({ severity, location }) =>
      severity === "error" &&
      // A mapping may have names of schemas, which Redocly takes for files, and is no reference.
      !location.some(({ pointer }) => pointer?.includes("/discriminator/mapping/")),
  );
  if (errors.length > 0) {
    throw new Error(`${file}: ${errors.map((problem) => problem.message).join("; ")}`);
  }
  return result.bundle.parsed as OpenApiDocument;
}
