import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { type Credential, type Operation, readOperations, toValidatable } from "@chainkit/openapi";
import type { Api } from "@chainkit/openapi/api";
import { createClientOf } from "@chainkit/openapi/client";
import type { ClientOptions } from "@chainkit/runtime";
import { getResponse } from "msw";
import { vi } from "vitest";
import { optionsOf } from "../../../../packages/cli/src/arguments/options.ts";
import {
  type DocumentCommands,
  documentCommand,
  variableOf,
} from "../../../../packages/cli/src/commands.ts";
import { runCommand } from "../../../../packages/cli/src/main.ts";
import { requestFor } from "../../../../packages/contract-tests/src/cases/values.ts";
import { credentialsOf } from "../../../../packages/contract-tests/src/http/credential.ts";
import { createSender } from "../../../../packages/contract-tests/src/http/send.ts";
import { operationsOf } from "../../../../packages/contract-tests/src/spec/operations.ts";
import { createSpec } from "../../../../packages/contract-tests/src/spec/spec.ts";
import { untestable } from "../../../../packages/contract-tests/src/spec/untestable.ts";
import { toolCaller } from "../../../../packages/mcp/src/call-tool.ts";
import type { McpOptions } from "../../../../packages/mcp/src/options.ts";
import { redactor } from "../../../../packages/mcp/src/redact.ts";
import { argumentsOf, renamed } from "../../../../packages/mcp/src/schemas.ts";
import { createTools } from "../../../../packages/mcp/src/tools.ts";
import { handlersOf } from "../../../../packages/msw/src/index.ts";
import type { ResponseBody } from "./responses.ts";
import { SECRETS, type Stub } from "./stub.ts";

type Json = Readonly<Record<string, unknown>>;
type Received = Stub["received"][number];

/** What a request is to the API: headers of the program that sends it are left out. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Json;
  readonly body: string;
}

/** Makes calls of an API, which arrive at a stub. @returns The data of the response, if the caller has them. */
export type Caller = (id: string, given: Json) => Promise<unknown>;

/** A credential as a variable has it. */
function textOf({ kind }: Credential): string {
  const secret = SECRETS[kind];
  return typeof secret === "string" ? secret : `${secret.username}:${secret.password}`;
}

/** The options of a client of an API at the stub. */
export function optionsAt(
  url: string,
  { credentials, operations }: Pick<Api["rules"], "credentials" | "operations">,
): ClientOptions & Json {
  const secrets = credentials.map(({ name, credential }) => [name, SECRETS[credential.kind]]);
  const urls = operations.flatMap(({ rule }) => rule.server ?? []);
  return {
    ...Object.fromEntries(secrets),
    baseUrl: url,
    retry: false,
    ...(urls.length > 0 && { servers: Object.fromEntries(urls.map((each) => [each, url])) }),
  };
}

/** The client that is made of a document at run time. */
export function clientCaller(api: Api, url: string): Caller {
  const client = createClientOf<Record<string, (given: Json) => Promise<unknown>>>(
    api,
    optionsAt(url, api.rules),
  );
  return async (id, given) => client[id]?.(given);
}

/** The command line. */
export function commandCaller({ source, commands }: DocumentCommands, url: string): Caller {
  const keys = source.api.rules.credentials.map(({ name, credential }): [string, string] => [
    variableOf({ source }, name),
    textOf(credential),
  ]);
  const env = Object.entries({
    ...Object.fromEntries(keys),
    [variableOf({ source }, "base-url")]: url,
  });
  return async (id, given) => {
    const summary = commands.find((each) => each.id === id);
    if (!summary) {
      throw new Error(`no command ${id}`);
    }
    const command = documentCommand(summary, source);
    const fields: Record<string, unknown> = {};
    const flags = Object.entries(given).flatMap(([name, value]) => {
      if (command.places[name] === "field") {
        fields[name] = value;
        return [];
      }
      const option = optionsOf(command).find(({ parameter }) => parameter?.name === name);
      const isJson =
        command.places[name] === "body" && !command.hasRawBody && !option?.parameter?.schema.enum;
      const isText = typeof value === "string" && !isJson;
      return `--${option?.name}=${isText ? value : JSON.stringify(value)}`;
    });
    if (Object.values(given).some(hasFile)) {
      // Files are those of the machine: packages/cli/test/document-bodies.test.ts.
      return;
    }
    const body = Object.keys(fields).length > 0 ? [`--body=${JSON.stringify(fields)}`] : [];
    for (const [name, value] of env) {
      vi.stubEnv(name, value);
    }
    const said: string[] = [];
    const silent = (text: unknown) => said.push(String(text)) > 0;
    const outputs = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockImplementation(silent),
    );
    try {
      const code = await runCommand(command, [...flags, ...body]);
      if (code !== 0) {
        throw new Error(said.join(""));
      }
    } finally {
      vi.unstubAllEnvs();
      for (const output of outputs) {
        output.mockRestore();
      }
    }
  };
}

function hasFile(value: unknown): boolean {
  return value instanceof Blob || (Array.isArray(value) && value.some(hasFile));
}

/** The tools of the MCP server: whether an operation is one, and has been called. */
export function toolCallerOf(api: Api, url: string): (id: string, given: Json) => Promise<boolean> {
  const keys = api.rules.credentials.map(({ name, credential }) => [name, textOf(credential)]);
  const options: McpOptions = {
    api,
    baseUrl: url,
    settings: Object.fromEntries(keys),
    allowWrites: true,
    maxResultLength: 10_000_000,
  };
  const redact = redactor([]);
  const { offered } = createTools(options, redact);
  const tools = new Map([...offered].map(([name, each]) => [each.operation.id, { name, each }]));
  return async (id, given) => {
    const tool = tools.get(id);
    // An argument is JSON, which no file is.
    if (!tool || Object.values(given).some(hasFile)) {
      return false;
    }
    const { signal } = new AbortController();
    // It judges the response as well, which is random here: only the request matters.
    const { name, each } = tool;
    const sent = renamed(given, argumentsOf(each.operation.request()));
    await toolCaller(name, each, options, redact)(sent, signal);
    return true;
  };
}

/** The contract suite; an operation that it leaves out is not called. */
export function suiteCaller(document: Json, url: string): Caller {
  const spec = createSpec("document", toValidatable(document));
  const bodies = new Map(readOperations(document).map((each) => [each.id, each.body]));
  const operations = operationsOf(spec).filter(
    (each) => untestable(each, { isPrism: false }) === undefined,
  );
  return async (id, given) => {
    const operation = operations.find((each) => each.id === id);
    if (!operation) {
      return;
    }
    const described = bodies.get(id);
    const names = described?.fields.map(({ name }) => name).filter((name) => name in given) ?? [];
    const fields = Object.fromEntries(names.map((name) => [name, given[name]]));
    const body = described?.kind === "fields" ? fields : given.body;
    const named = operation.parameters.map(({ name, argument }) => [name, given[argument]]);
    const parameters = Object.fromEntries(named);
    const values = { name: "", parameters, exists: true };
    // The suite has one token; a key beside it is a header of all requests.
    const credentials = credentialsOf(operation);
    const main = credentials.find(({ kind }) => kind !== "key") ?? credentials[0];
    const token = main ? textOf(main) : "";
    const headers = Object.fromEntries(
      credentials.flatMap((each) =>
        each !== main && each.kind === "key" && each.in === "header"
          ? [[each.name, SECRETS.key]]
          : [],
      ),
    );
    const sender = createSender(url, { token, headers, timeoutMs: 10_000 });
    const request = requestFor(operation, body === undefined ? values : { ...values, body });
    await sender.send(request).finally(() => sender.close());
  };
}

/** Responds to requests, as a mock does. */
export type Responder = (sent: Received) => Promise<ResponseBody>;

/** MSW; 501: it has no handler. */
export function mswResponder(document: Json, url: string): Responder {
  const handlers = handlersOf(document, { baseUrl: url });
  return async (sent) => {
    const response = await getResponse(handlers, requestOf(url, sent));
    const type = response?.headers.get("content-type") ?? "";
    return { status: response?.status ?? 0, type, text: (await response?.text()) ?? "" };
  };
}

/** The mock; also with 407, for which `fetch` fails. */
export function mockResponder(url: string): Responder {
  return async ({ method, target, headers, body }) => {
    const request = httpRequest(url + target, { method, headers });
    const [response]: IncomingMessage[] = await once(request.end(body), "response");
    const chunks = (await response?.toArray()) ?? [];
    const type = response?.headers["content-type"] ?? "";
    return { status: response?.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() };
  };
}

function requestOf(url: string, { method, target, headers, body }: Received): Request {
  const { host: _, connection: _c, "content-length": _l, ...own } = headers;
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  return new Request(url + target, {
    method,
    headers: own as Record<string, string>,
    ...(hasBody && { body }),
  });
}

/** What has arrived, without what differs between the programs that send it. */
export function sentOf(
  { method, target, headers, body }: Received,
  { parameters }: Operation,
): Sent {
  const own = parameters.flatMap((each) => (each.in === "header" ? each.name.toLowerCase() : []));
  const names = [...own, "authorization", "cookie"];
  const type = headers["content-type"]?.replace(/; boundary=.*/, "");
  const [, boundary] = /boundary=(.*)/.exec(headers["content-type"] ?? "") ?? [];
  return {
    method,
    target,
    headers: {
      ...Object.fromEntries(names.map((name) => [name, headers[name]])),
      "content-type": type,
    },
    body: boundary ? body.toString().replaceAll(boundary, "~") : body.toString(),
  };
}
