import { asObject, keysOf, type OpenApiDocument } from "@chainkit/openapi";
import type { SourceCache } from "./reference-guard.ts";

/** A document with what it refers to, as far as that could be read. */
export interface Bundle {
  readonly document: OpenApiDocument;
  /** The references that are left in it, and why each could not be read. */
  readonly unresolved: ReadonlyMap<string, string>;
}

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
  const { document, unresolved } = await readBundle(file, allowed, sources);
  if (unresolved.size > 0) {
    const faults = [...unresolved].map(([ref, reason]) => `${ref}: ${reason}`);
    throw new Error(`${file}: ${faults.join("; ")}`);
  }
  return document;
}

/**
 * Bundles as `bundleSpec`, but keeps references that cannot be read.
 *
 * @throws Error naming the file if it is not an OpenAPI document.
 */
export async function readBundle(
  file: string,
  allowed: readonly string[] = [],
  sources?: SourceCache,
): Promise<Bundle> {
  // 550 files, which most programs that import this package need not load.
  const { bundle, createConfig, parseYaml } = await import("@redocly/openapi-core");
  const { folderOf, GuardedResolver } = await import("./reference-guard.ts");
  const externalRefResolver = new GuardedResolver([folderOf(file), ...allowed], sources);
  const config = await createConfig({});
  const result = await bundle({ ref: file, config, externalRefResolver }).catch((error: Error) => {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  });
  const unresolved = new Map<string, string>();
  for (const { severity, message, location } of result.problems) {
    const [at] = location;
    const [whole, reason = "leads nowhere"] =
      /^Can't resolve \$ref(?:: (.*))?$/s.exec(message) ?? [];
    // A mapping may contain schema names, which Redocly treats as references to files.
    if (severity !== "error" || at?.pointer?.includes("/discriminator/mapping/")) {
      continue;
    }
    if (whole === undefined || at?.pointer === undefined) {
      throw new Error(`${file}: ${message}`);
    }
    unresolved.set(referenceAt(parseYaml(at.source.body), at.pointer), reason);
  }
  return { document: result.bundle.parsed as OpenApiDocument, unresolved };
}

function referenceAt(document: unknown, pointer: string): string {
  const node = keysOf(pointer).reduce((at, key) => asObject(at)[key], document);
  const { $ref, externalValue } = asObject(node);
  return String($ref ?? externalValue);
}
