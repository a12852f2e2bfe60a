import { writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import {
  asObject,
  jsonTypes,
  type OpenApiDocument,
  type Operation,
  readOperations,
  resolve,
  type Schema,
} from "@chainkit/openapi";
import type { Problem } from "@chainkit/openapi/rules";
import type { ClientOptions, createClient, OperationTable, Parts } from "@chainkit/runtime";
import { bundleSpec, repositoryRoot } from "@chainkit/spec";
import fc from "fast-check";
import { type GeneratedArea, generateArea } from "../../src/generate.ts";
import { CodegenError } from "../../src/problems.ts";
import { bodyValues, isField, wholeValues } from "./body.ts";
import type { PublicFile } from "./files.ts";
import { differences, SECRETS, type Stub, sentCredentials, successOf } from "./stub.ts";
import { only, valuesOf } from "./values.ts";
import { isSendable } from "./wire.ts";

/** What became of a public file. */
export interface Outcome {
  readonly name: string;
  readonly operations: number;
  /** Refused as the file is. */
  readonly refused: number;
  readonly problems: readonly Problem[];
  /** Called, after security that no client can send had been removed. */
  readonly called: number;
  /** Not called, for no values were found for it, with the reason. */
  readonly skipped: readonly string[];
  /** Differences between what was given and what arrived. */
  readonly wrong: readonly string[];
  /** The generated files: text by name. */
  readonly files: ReadonlyMap<string, string>;
}

const CALLS = 3;

/**
 * Generates from a public file, and calls what comes of it.
 *
 * @param deadline When it gives up, in milliseconds as by `performance.now`.
 */
export async function tryFile(
  { name, file }: PublicFile,
  folder: string,
  stub: Stub,
  deadline: number,
): Promise<Outcome> {
  const problems = await problemsOf(file);
  const refused = new Set(problems.map(({ route }) => route)).size;
  const document = await bundleSpec(file);
  const operations = readOperations(document);
  const prepared = join(folder, "prepared.json");
  await writeFile(prepared, JSON.stringify(callable(document)));
  const omit = (await problemsOf(prepared)).map(({ operation }) => operation);
  const area = await generateArea({ file: prepared, omit: [...new Set(omit)] });
  const results = await callAll(callable(document), area, stub, deadline);
  return {
    name,
    operations: operations.length,
    refused,
    problems,
    called: results.called,
    skipped: results.skipped,
    wrong: results.wrong,
    files: area.files,
  };
}

async function problemsOf(file: string): Promise<readonly Problem[]> {
  try {
    await generateArea({ file });
    return [];
  } catch (error) {
    if (error instanceof CodegenError) {
      return error.problems;
    }
    throw error;
  }
}

/** The document without security that cannot be sent, and with a path item of its own for each path. */
function callable(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  // A path item that several paths refer to would have one id for all of them.
  const items = Object.entries(asObject(copy.paths)).map(([path, item]) => [
    path,
    structuredClone(resolve(copy, item)),
  ]);
  Object.assign(copy, { paths: Object.fromEntries(items) });
  for (const operation of readOperations(copy)) {
    if (sentCredentials(operation).length === 0) {
      Object.assign(operation.node, { security: [] });
    }
  }
  return copy;
}

async function callAll(
  document: OpenApiDocument,
  { files, operations: { credentials, operations } }: GeneratedArea,
  stub: Stub,
  deadline: number,
) {
  const { operations: table, parts, createClient } = await load(files.get("operations.ts") ?? "");
  const secrets = credentials.map(({ name, credential }) => [name, SECRETS[credential.kind]]);
  const urls = operations.flatMap(({ rule }) => rule.server ?? []);
  const pathOf = (url: string) => `/server-${urls.indexOf(url)}`;
  const options: ClientOptions = {
    ...Object.fromEntries(secrets),
    ...{ baseUrl: stub.url, retry: false },
    ...(urls.length > 0 && {
      servers: Object.fromEntries(urls.map((url) => [url, stub.url + pathOf(url)])),
    }),
  };
  const client = createClient<Client>(table, options, parts);
  const outcome = { called: 0, skipped: [] as string[], wrong: [] as string[] };
  for (const operation of readOperations(document).filter(({ id }) => id in table)) {
    if (performance.now() > deadline) {
      throw new Error(`no time left to call ${operation.id}`);
    }
    let samples: Sample[];
    try {
      samples = fc.sample(samplesOf(document, operation), { numRuns: CALLS, seed: 7 });
    } catch (error) {
      outcome.skipped.push(`${operation.id}: ${(error as Error).message}`);
      continue;
    }
    outcome.called += 1;
    for (const { given, response } of samples) {
      const { status, media } = successOf(operation);
      const isText = media !== undefined && !media.isJson && media.type !== "*/*";
      const text = isText ? String(response) : JSON.stringify(response);
      stub.next = { status, ...(media ? { type: media.type, text } : {}) };
      stub.received.length = 0;
      const result = await client[operation.id]?.(given).result();
      const [received] = stub.received;
      const { server } = table[operation.id] ?? {};
      const path = server === undefined ? "" : pathOf(server);
      const wrong = received?.target.startsWith(path)
        ? await differences(document, operation, given, {
            ...received,
            target: received.target.slice(path.length),
          })
        : [`nothing was sent to its server: ${result?.error?.message}`];
      if (!result?.ok) {
        wrong.push(`failed: ${result?.error?.message}`);
      } else if (media && !(await isRead(result.data, text, isText))) {
        wrong.push(`response ${text} is read as ${JSON.stringify(result.data)}`);
      }
      outcome.wrong.push(...wrong.map((what) => `${operation.id}: ${what}`));
    }
  }
  return outcome;
}

/** Whether the data of a call are what was sent: a text, or JSON. */
async function isRead(data: unknown, text: string, isText: boolean): Promise<boolean> {
  if (data instanceof Blob) {
    return (await data.text()) === text;
  }
  return isText ? data === text : isDeepStrictEqual(data, JSON.parse(text));
}

type Client = Readonly<
  Record<
    string,
    (params: unknown) => { result(): Promise<{ ok: boolean; data?: unknown; error?: Error }> }
  >
>;

/** What generated code exports, and the runtime that it is for. */
interface Generated {
  readonly operations: OperationTable;
  readonly parts: readonly Parts[];
  readonly createClient: typeof createClient;
}

/** Loads generated code as JavaScript. */
async function load(text: string): Promise<Generated> {
  const runtime = pathToFileURL(join(repositoryRoot, "packages/runtime/dist/index.js")).href;
  const code = stripTypeScriptTypes(text).replaceAll('"@chainkit/runtime"', `"${runtime}"`);
  const whole = `${code}\nexport { createClient } from "${runtime}";`;
  return import(`data:text/javascript,${encodeURIComponent(whole)}`);
}

interface Sample {
  readonly given: Readonly<Record<string, unknown>>;
  readonly response: unknown;
}

export function samplesOf(document: OpenApiDocument, operation: Operation): fc.Arbitrary<Sample> {
  const { parameters, body } = operation;
  const record: Record<string, fc.Arbitrary<unknown>> = {};
  const required: string[] = [];
  const names = parameters.map(({ name }) => name);
  for (const parameter of parameters) {
    const { name, required: isRequired, schema } = parameter;
    const values = valuesOf(document, notNull(document, schema));
    record[name] = only(values, (value) => isSendable(parameter, value, names));
    if (isRequired) {
      required.push(name);
    }
  }
  if (body?.kind === "fields") {
    for (const field of body.fields) {
      const values = bodyValues(document, body, field.schema);
      record[field.name] = only(values, (value) => isField(document, body, field.name, value));
      if (field.required) {
        required.push(field.name);
      }
    }
  } else if (body) {
    record.body = wholeValues(document, body);
    if (body.required) {
      required.push("body");
    }
  }
  const { media } = successOf(operation);
  return fc.record({
    given: fc.record(record, { requiredKeys: required, noNullPrototype: true }),
    response: media
      ? valuesOf(document, media.schema ?? { type: "object", additionalProperties: {} })
      : fc.constant(undefined),
  });
}

/** Outside a body, null has no form but absence. */
function notNull(document: OpenApiDocument, schema: Schema): Schema {
  return jsonTypes(document, schema)?.has("null") ? { allOf: [schema] } : schema;
}
