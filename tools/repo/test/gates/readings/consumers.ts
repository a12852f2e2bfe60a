import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { curlSample, exampleRequest } from "@chainkit/docs";
import { startMock } from "@chainkit/mock";
import type { Operation } from "@chainkit/openapi";
import { transform } from "esbuild";
import Fastify from "fastify";
import { runContract } from "../../../../../packages/contract-tests/src/run.ts";
import { createSpec } from "../../../../../packages/contract-tests/src/spec/spec.ts";
import type { OperationDescription } from "../../../../../packages/runtime/src/index.ts";
import { createGate } from "../../../../../packages/server/src/http/gate.ts";
import { addRoutes } from "../../../../../packages/server/src/http/routes.ts";
import { readOperations as readServed } from "../../../../../packages/server/src/http/spec.ts";
import { generateArea } from "../../../../codegen/src/generate.ts";
import { callValues } from "../../../../start/src/values.ts";
import { authOf, isWhole, type OperationModel, type ParameterModel } from "./models.ts";
import type { Expected } from "./requests.ts";

type Json = Record<string, unknown>;

/** What a consumer makes of an operation, in words that all of them share. */
export interface Reading {
  readonly parameters: readonly string[];
  readonly body: string;
  readonly auth: string;
}

/** The reading that is meant. */
export function meant(model: OperationModel): Reading {
  const { parameters, body } = model;
  const kind = body && `${isWhole(body) ? "whole" : "fields"}${body.required ? "!" : "?"}`;
  return {
    parameters: parameters.map(parameterText).sort(),
    body: kind ?? "none",
    auth: authOf(model),
  };
}

function parameterText({ in: place, name, required, type, maximum }: ParameterModel): string {
  return `${place} ${name}${required ? "!" : "?"}${type === "integer" ? ` <= ${maximum}` : ""}`;
}

/** What the one reader makes of an operation. */
export function read({ parameters, body, auth }: Operation): Reading {
  return {
    parameters: parameters
      .map(({ in: place, name, required }) => `${place} ${name}${required ? "!" : "?"}`)
      .sort(),
    body: body ? `${body.kind}${body.required ? "!" : "?"}` : "none",
    auth,
  };
}

/** A folder with the document in it, for consumers that read files. */
export async function written(
  document: Json,
): Promise<{ folder: string; file: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-readings-"));
  const file = join(folder, "random.json");
  await writeFile(file, JSON.stringify(document));
  return { folder, file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** What the generator puts into the operation table and the descriptions, by operation id. */
export async function generated(file: string) {
  const { operations, files } = await generateArea({ file, descriptions: true });
  const readings = operations.operations.map(({ id, rule, parameters }): [string, Reading] => {
    const free = parameters.filter((each) => each.rule.in !== "body");
    const isRequired = parameters.some((each) => each.rule.in === "body" && each.rule.required);
    return [
      id,
      {
        parameters: free
          .map((each) => {
            const { in: place, required, maximum } = each.rule;
            const limit = maximum === undefined ? "" : ` <= ${maximum}`;
            return `${place} ${each.name}${required ? "!" : "?"}${limit}`;
          })
          .sort(),
        body: rule.body ? `${rule.body}${isRequired ? "!" : "?"}` : "none",
        auth: rule.auth ?? "none",
      },
    ];
  });
  const described = Object.entries(await descriptionsOf(files.get("descriptions.ts") ?? ""));
  return {
    readings: Object.fromEntries(readings),
    described: Object.fromEntries(described.map(([id, each]) => [id, readDescription(each)])),
    files,
  };
}

/** Runs a generated `descriptions.ts`. */
async function descriptionsOf(text: string): Promise<Record<string, OperationDescription>> {
  const { code } = await transform(text, { loader: "ts", format: "esm" });
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).operations;
}

/** What the command line, the MCP server, MSW and the query options make of an operation. */
function readDescription({ params, places, auth }: OperationDescription): Reading {
  const { required, properties } = params as {
    required: string[];
    properties: Record<string, { maximum?: number }>;
  };
  const entries = Object.entries(places).map(([name, place]) => {
    const limit = properties[name]?.maximum;
    const mark = required.includes(name) ? "!" : "?";
    return { name, place, mark, limit: limit === undefined ? "" : ` <= ${limit}` };
  });
  const whole = entries.find(({ place }) => place === "body");
  const fields = entries.filter(({ place }) => place === "field");
  return {
    parameters: entries
      .filter((each) => each !== whole && !fields.includes(each))
      .map(({ name, place, mark, limit }) => `${place} ${name}${mark}${limit}`)
      .sort(),
    body: whole
      ? `whole${whole.mark}`
      : fields.map(({ name, mark }) => `${name}${mark}`).join(" ") || "none",
    auth,
  };
}

/** The statuses that the mock answers with. */
export async function mocked(document: Json, requests: readonly Expected[]): Promise<number[]> {
  const mock = await startMock({ specs: [document] });
  try {
    return await Promise.all(
      requests.map(async ({ target, init }) => {
        const response = await fetch(mock.url + target, init);
        await response.arrayBuffer();
        return response.status;
      }),
    );
  } finally {
    await mock.close();
  }
}

/** What the suite finds wrong with a mock of the same document. */
export async function suiteFailures(document: Json): Promise<string[]> {
  const mock = await startMock({ specs: [document] });
  try {
    const specs = [createSpec("random", document)];
    const { results } = await runContract({ target: mock.url, prism: true, seed: 1 }, specs);
    return results
      .filter(({ outcome }) => outcome === "failed")
      .map(({ operation, kind, name, failure }) => {
        return `${operation} ${kind} ${name}: ${JSON.stringify(failure?.findings)}`;
      });
  } finally {
    await mock.close();
  }
}

/** The statuses that the service answers with, and the parameters that its handlers get. */
export async function served(folder: string, ids: readonly string[]) {
  const limit = { perSecond: 0, burst: 1 };
  const app = Fastify();
  addRoutes(app, await readServed(pathToFileURL(`${folder}/`)), {
    handlers: Object.fromEntries(ids.map((id) => [id, (params: unknown) => params])),
    cors: [],
    release: "1.0.0",
    gate: createGate({
      authenticate: (token) => (token === "good" ? { id: "me", scope: "management" } : undefined),
      anonymousLimit: limit,
      tokenLimit: limit,
    }),
  });
  return async ({ target, init }: Expected): Promise<readonly [number, unknown]> => {
    const response = await app.inject({
      method: init.method as "GET",
      url: target,
      headers: init.headers as Record<string, string>,
      ...(init.body == null ? {} : { payload: String(init.body) }),
    });
    return [response.statusCode, response.statusCode === 200 ? response.json() : undefined];
  };
}

/** What the curl sample of the documentation sends. */
export function sampled(operation: Operation) {
  const sample = curlSample(exampleRequest(operation, "https://api.example"));
  const url = new URL(/'(https:[^']*)'/.exec(sample)?.[1] ?? "");
  url.searchParams.sort();
  const headers = [...sample.matchAll(/--header '([^:]*):/g)].map(([, name = ""]) => name);
  const body = /--data '(.*)'\n/s.exec(sample)?.[1];
  return {
    target: url.pathname + url.search,
    headers: headers.filter((name) => !/^(content-type)$/i.test(name)).sort(),
    body: body === undefined ? undefined : JSON.parse(body),
  };
}

/** What `start` calls the client with. */
export { callValues as toured };
