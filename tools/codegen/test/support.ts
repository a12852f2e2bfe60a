import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { type GeneratedArea, generateArea, type Source } from "../src/generate.ts";

const run = promisify(execFile);

/** A folder that is gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "codegen-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An OpenAPI 3.1 document with the given paths. */
export function documentWith(paths: object, rest: object = {}): object {
  return { openapi: "3.1.0", info: { title: "Test", version: "1" }, paths, ...rest };
}

/** A document with one operation `GET /thing`, named `getThing`, which answers `{ id }`. */
export function oneOperation(operation: object, rest: object = {}): object {
  return documentWith(
    { "/thing": { get: { operationId: "getThing", ...ok, ...operation } } },
    rest,
  );
}

/** A documented success with a JSON body. */
export const ok = {
  responses: {
    200: {
      description: "A thing.",
      content: {
        "application/json": {
          schema: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
        },
      },
    },
  },
};

/** Content in JSON of the given schema. */
export const json = (schema: object) => ({ content: { "application/json": { schema } } });

/** A documented success with content of the given schema. */
export const answer = (schema: object) => ({
  responses: { 200: { description: "", ...json(schema) } },
});

/** A JSON body of the given schema. */
export function jsonBody(schema: object, rest: object = {}) {
  return { required: true, ...rest, ...json(schema) };
}

/** Generates from a document as from a file `test-area.yaml`; all of it. */
export async function generate(
  document: object,
  omit?: string[],
  options: Partial<Source> = {},
): Promise<GeneratedArea> {
  const file = join(await temporaryFolder(), "test-area.yaml");
  await writeFile(file, stringify(document, { aliasDuplicateObjects: false }));
  return generateArea({ file, omit, strict: true, ...options });
}

/**
 * Checks TypeScript files with TypeScript 7 and the repository's options, `@chainkit/runtime` being
 * the one of the workspace.
 *
 * @returns The errors found; empty if there are none.
 */
export async function typeErrors(files: ReadonlyMap<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const config = {
    extends: join(repositoryRoot, "tsconfig.base.json"),
    compilerOptions: {
      noEmit: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      paths: { "@chainkit/runtime": [join(repositoryRoot, "packages/runtime/dist/index.d.ts")] },
    },
    files: [...files.keys()],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", folder, "--pretty", "false"];
  const output = await run(process.execPath, args, { cwd: folder }).catch(
    (failure: { stdout: string }) => failure,
  );
  return output.stdout;
}

/** A document, and a program with the types that are made of it. */
interface Use {
  readonly document: object;
  readonly use: string;
}

/**
 * Makes a function like `test`, whose callback returns a document and a program: what is made of the document
 * compiles with the program, which has `GetThingResponse` and imports all else from `./operations.ts` and
 * `./types.ts`. All of a file are compiled at once: starting the compiler takes longer than a program.
 */
export function typeTests(): (name: string, callback: () => Use) => void {
  const uses: (() => Use)[] = [];
  const compile = async () => {
    const files = new Map<string, string>();
    for (const [at, { document, use }] of uses.map((each) => each()).entries()) {
      for (const [name, text] of (await generate(document)).files) {
        files.set(`${at}/${name}`, text);
      }
      const isOfResponse = use.includes("GetThingResponse");
      const start = 'import type { GetThingResponse } from "./operations.ts";\n';
      files.set(`${at}/use.ts`, isOfResponse ? start + use : use);
    }
    return typeErrors(files);
  };
  let errors: Promise<string> | undefined;
  return (name, callback) => {
    const at = uses.push(callback) - 1;
    test(name, async () => {
      errors ??= compile();
      const ofOthers = new RegExp(`^(?!${at}/)\\d+/.*\n(?: .*\n)*`, "gm");
      expect((await errors).replace(ofOthers, "")).toBe("");
    });
  };
}
