import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import {
  checkDocument,
  findTarget,
  readInfo,
  toValidatable,
  usableDocument,
} from "@chainkit/openapi";
import { readDocument } from "@chainkit/openapi/file";
import { type MockOperation, operationsOf } from "./operations.ts";

/** An OpenAPI 3.1 document as plain data, with internal `$ref`s only. */
export type SpecDocument = Record<string, unknown>;

/** What schemas are converted into, whatever dialect the document names. */
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The specs bundled by the build; the path is the same from `src` and `dist`. */
const BUNDLED = new URL("../dist/specs/", import.meta.url);

let bundled: Promise<MockOperation[]> | undefined;

/**
 * Loads the operations to serve.
 *
 * @param specs Paths (YAML or JSON) or documents. Default: the specs bundled in this package.
 * @throws Error naming the spec and the location of the problem.
 */
export async function loadOperations(
  specs?: readonly (string | SpecDocument)[],
): Promise<MockOperation[]> {
  if (specs) {
    return (await Promise.all(specs.map(loadSpec))).flat();
  }
  bundled ??= readBundled().catch((error) => {
    bundled = undefined;
    throw error;
  });
  return bundled;
}

async function readBundled(): Promise<MockOperation[]> {
  const files = await readdir(BUNDLED).catch(() => [] as string[]);
  if (files.length === 0) {
    throw new Error(`no specs in ${fileURLToPath(BUNDLED)}; build this package first`);
  }
  const operations = files.sort().map(async (file) => {
    const document = await readDocument(fileURLToPath(new URL(file, BUNDLED)));
    return operationsOf(normalised(document));
  });
  return (await Promise.all(operations)).flat();
}

async function loadSpec(spec: string | SpecDocument): Promise<MockOperation[]> {
  const isFile = typeof spec === "string";
  const name = isFile ? basename(spec) : readInfo(spec).title || "OpenAPI document";
  const given = isFile ? await readDocument(spec) : checkDocument(name, spec);
  const { document, unreadable } = usableDocument(given);
  for (const { method, path, pointer, what, fix } of unreadable) {
    console.error(`${name}: ${method} ${path} is not served: ${pointer}: ${what}. Fix: ${fix}`);
  }
  return operationsOf(normalised(document));
}

function normalised(document: SpecDocument): SpecDocument {
  const validatable = withoutStrayReferences(document, toValidatable(document));
  return { ...(validatable as SpecDocument), jsonSchemaDialect: DIALECT };
}

/** Prism would follow references of extensions and examples too, and end if they lead nowhere. */
function withoutStrayReferences(document: SpecDocument, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => withoutStrayReferences(document, each));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const { $ref, ...others } = value as { $ref?: unknown };
  const isStray = typeof $ref === "string" && findTarget(document, $ref) === undefined;
  return Object.fromEntries(
    Object.entries(isStray ? others : value).map(([key, each]) => [
      key,
      withoutStrayReferences(document, each),
    ]),
  );
}
