import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Problem } from "@chainkit/openapi/rules";
import type { createClient, OperationTable, Parts } from "@chainkit/runtime";
import { repositoryRoot } from "@chainkit/spec";
import { type GeneratedArea, generateArea } from "../../../codegen/src/generate.ts";
import { CodegenError } from "../../../codegen/src/problems.ts";
import { type Caller, optionsAt } from "./callers.ts";

/** What the generator makes of a document. */
export interface Generated {
  readonly area: GeneratedArea;
  /** Why it refuses some of the operations, which it then leaves out. */
  readonly problems: readonly Problem[];
}

/** Generates from a document, without the operations that are refused. */
export async function generate(file: string): Promise<Generated> {
  try {
    return { area: await generateArea({ file }), problems: [] };
  } catch (error) {
    if (!(error instanceof CodegenError)) {
      throw error;
    }
    const { problems } = error;
    const omit = [...new Set(problems.map(({ operation }) => operation))];
    return { area: await generateArea({ file, omit }), problems };
  }
}

/** What a generated `operations.ts` exports, and the runtime that it is for. */
interface Code {
  readonly operations: OperationTable;
  readonly parts: readonly Parts[];
  readonly createClient: typeof createClient;
}

/** Loads generated code as JavaScript. */
async function load(text: string): Promise<Code> {
  const runtime = pathToFileURL(join(repositoryRoot, "packages/runtime/dist/index.js")).href;
  const code = stripTypeScriptTypes(text).replaceAll('"@chainkit/runtime"', `"${runtime}"`);
  const whole = `${code}\nexport { createClient } from "${runtime}";`;
  return import(`data:text/javascript,${encodeURIComponent(whole)}`);
}

/** The client that is generated. */
export async function generatedCaller({ area }: Generated, url: string): Promise<Caller> {
  const code = await load(area.files.get("operations.ts") ?? "");
  const options = optionsAt(url, area.operations);
  const client = code.createClient<Record<string, (params: unknown) => Promise<unknown>>>(
    code.operations,
    options,
    code.parts,
  );
  return async (id, given) => (id in code.operations ? client[id]?.(given) : undefined);
}
