import type { OpenApiDocument } from "@chainkit/openapi";
import { bundle, createConfig } from "@redocly/openapi-core";

/**
 * Reads an OpenAPI file and bundles everything it refers to into one document.
 *
 * @param file Path of the root file, YAML or JSON.
 * @throws Error naming the file if it is not an OpenAPI document or has an unresolved reference.
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
