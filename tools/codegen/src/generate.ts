import { extname, join } from "node:path";
import type { OpenApiDocument } from "@chainkit/openapi";
import { describeAll } from "@chainkit/openapi/descriptions";
import { nameOfFile } from "@chainkit/openapi/file";
import { type Operations, type Problem, readRules, undescribed } from "@chainkit/openapi/rules";
import type { SourceCache } from "@chainkit/spec";
import { operationPage } from "@chainkit/spec/docs-page";
import { emitDescriptions } from "./descriptions/emit.ts";
import { readIfThere } from "./files.ts";
import { exportNames, namedSchemas } from "./named.ts";
import { idChecker } from "./operations/check-ids.ts";
import { emitOperations } from "./operations/emit.ts";
import { CodegenError } from "./problems.ts";
import { explained, readSpec } from "./read-spec.ts";
import { emitResponseSchemas } from "./response-schemas/emit.ts";

const UNDESCRIBED_FIX =
  "use the default style and JSON, or generate the client alone: `codegen <file> --out <folder>`";

/** Options of `generate`. */
export interface Source {
  /** OpenAPI file. */
  readonly file: string;
  /** Name of the area, from which type names are derived. Default: that of the file, without its extension. */
  readonly name?: string | undefined;
  /** Folder of code samples, named `<operationId>.ts`. */
  readonly samples?: string | undefined;
  /** Folders and URLs that a `$ref` may lead to, besides the folder of the file. */
  readonly allowRefs?: readonly string[] | undefined;
  /** Texts of files that were read for other areas. */
  readonly sources?: SourceCache | undefined;
  /** Operations to skip: ids, or `METHOD /path`. Their types are generated. */
  readonly omit?: readonly string[] | undefined;
  /** Whether an operation that cannot be generated is an error, rather than left out. */
  readonly strict?: boolean | undefined;
  /** Whether to generate `descriptions.ts` and `response-schemas.ts`. */
  readonly descriptions?: boolean | undefined;
  /** Whether docstrings refer to the documentation page of the operation. */
  readonly pages?: boolean | undefined;
}

/** Result of `generate`. */
export interface GeneratedArea {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly operations: Operations;
  /** Why the operations that are left out cannot be generated. */
  readonly refused: readonly Problem[];
  /** Why parts of the others are left out, such as optional parameters. */
  readonly leftOut: readonly Problem[];
  readonly samples: ReadonlyMap<string, string>;
  /** Generated files: text by name. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Generates the code of one area; writes nothing.
 *
 * @throws CodegenError with every problem of the spec at once, if it cannot be generated, or not as a whole where that
 * is asked for.
 */
export async function generateArea({
  file,
  name = nameOfFile(file),
  samples,
  allowRefs,
  sources,
  omit = [],
  strict = false,
  descriptions = false,
  pages = false,
}: Source): Promise<GeneratedArea> {
  const [{ typesOf }, { nameTypes }, source] = await Promise.all([
    import("./types.ts"),
    import("./name-types.ts"),
    readSpec(file, allowRefs, sources),
  ]);
  const read = readRules(source.document, omit, idChecker(name));
  const { document } = read;
  const operations = pages ? withPages(read, name) : read;
  const problems = [
    ...operations.problems.map((problem) => explained(problem, source)),
    ...(descriptions
      ? operations.operations.flatMap((each) => undescribed(each, false, UNDESCRIBED_FIX))
      : []),
  ];
  const isEmpty = operations.operations.length === 0 && problems.length > 0;
  const { leftOut } = operations;
  const all = strict ? [...problems, ...leftOut] : problems;
  if ((strict && all.length > 0) || isEmpty || problems.some((each) => !each.operation)) {
    throw new CodegenError(file, all);
  }
  const routes = operations.operations.map(({ rule }) => rule);
  let types: string;
  try {
    types = typesOf(document, routes);
  } catch (error) {
    const { message: what } = error as Error;
    const fix = "fix the spec; its linter reports details";
    throw new CodegenError(file, [{ operation: "", route: "", where: "types", what, fix }]);
  }
  const sampleTexts = await readSamples(operations, samples);
  const header = `// Generated from ${name}${extname(file)}: do not edit. Change the spec and run \`generate\`.\n\n`;
  const table = emitOperations(name, operations, sampleTexts);
  const names = namedSchemas(document, table);
  const files = new Map([
    ["operations.ts", header + table + exportNames(names)],
    ["types.ts", header + nameTypes(types, names)],
  ]);
  if (descriptions) {
    const ids = new Set(operations.operations.map(({ id }) => id));
    const described = describeAll(name, document as unknown as OpenApiDocument, ids);
    files.set("descriptions.ts", header + emitDescriptions(name, described));
    files.set("response-schemas.ts", header + emitResponseSchemas(described));
  }
  return { name, document, operations, refused: problems, leftOut, samples: sampleTexts, files };
}

/** Splits the values of `--omit`; `METHOD /path` is not split, because a path may contain a comma. */
export function omittedIds(texts: readonly string[]): string[] {
  return texts.flatMap((text) => (text.includes(" /") ? [text] : text.split(",").filter(Boolean)));
}

/** The documentation has no fixed URL, so docstrings name the page instead of linking to it. */
function withPages(read: Operations, area: string): Operations {
  const operations = read.operations.map((operation) => {
    const page = `${operationPage(area, operation.id)} in the documentation`;
    return { ...operation, link: operation.link ?? page };
  });
  return { ...read, operations };
}

/** Reads the existing samples by operation id. */
async function readSamples(
  { operations }: Operations,
  folder: string | undefined,
): Promise<Map<string, string>> {
  const samples = new Map<string, string>();
  if (folder === undefined) {
    return samples;
  }
  await Promise.all(
    operations.map(async ({ id }) => {
      const text = await readIfThere(join(folder, `${id}.ts`));
      if (text !== undefined) {
        samples.set(id, text);
      }
    }),
  );
  return samples;
}
