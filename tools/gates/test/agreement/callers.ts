import { isObject, type Operation } from "@chainkit/openapi";
import type { Api } from "@chainkit/openapi/api";
import { createClientOf } from "@chainkit/openapi/client";
import { getResponse } from "msw";
import { vi } from "vitest";
import { optionsOf } from "../../../../packages/cli/src/arguments/options.ts";
import type { DocumentCommands } from "../../../../packages/cli/src/document-commands.ts";
import { runCommand } from "../../../../packages/cli/src/run-command.ts";
import { variableOf } from "../../../../packages/cli/src/source.ts";
import { handlersOf } from "../../../../packages/msw/src/index.ts";
import { SECRETS, type Stub } from "../../../codegen/test/corpus/stub.ts";

type Json = Readonly<Record<string, unknown>>;
type Received = Stub["received"][number];

/** What a request is to the API: headers of the program that sends it are left out. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers: Json;
  readonly body: string;
}

/** Makes calls of an API, which arrive at a stub. */
type Caller = (id: string, given: Json) => Promise<void>;

/** The client that is made of a document at run time. */
export function clientCaller(api: Api, url: string): Caller {
  const keys = api.rules.credentials.map(({ name, credential }) => [
    name,
    SECRETS[credential.kind],
  ]);
  const urls = api.rules.operations.flatMap(({ rule }) => rule.server ?? []);
  const servers = Object.fromEntries(urls.map((each) => [each, url]));
  const client = createClientOf<Record<string, (given: Json) => Promise<unknown>>>(api, {
    ...Object.fromEntries(keys),
    ...{ baseUrl: url, retry: false },
    ...(urls.length > 0 && { servers }),
  });
  return async (id, given) => {
    await client[id]?.(given);
  };
}

/** The command line. */
export function commandCaller({ source, commands }: DocumentCommands, url: string): Caller {
  const keys = source.api.rules.credentials.map(({ name, credential }): [string, string] => [
    variableOf({ source }, name),
    Object.values({ of: SECRETS[credential.kind] })
      .flatMap((secret) => (isObject(secret) ? Object.values(secret) : secret))
      .join(":"),
  ]);
  const env = Object.entries({
    ...Object.fromEntries(keys),
    [variableOf({ source }, "base-url")]: url,
  });
  return async (id, given) => {
    const command = commands.find((each) => each.id === id);
    if (!command) {
      throw new Error(`no command ${id}`);
    }
    const fields: Record<string, unknown> = {};
    const flags = Object.entries(given).flatMap(([name, value]) => {
      if (command.places[name] === "field") {
        fields[name] = value;
        return [];
      }
      const option = optionsOf(command).find(({ parameter }) => parameter?.name === name);
      return `--${option?.name}=${typeof value === "string" ? value : JSON.stringify(value)}`;
    });
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

/** Responds to requests as MSW does, with a status. */
export function mswOf(document: Json, url: string): (sent: Received) => Promise<number> {
  const handlers = handlersOf(document, { baseUrl: url });
  return async (sent) => (await getResponse(handlers, requestOf(url, sent)))?.status ?? 0;
}

/** The status with which a mock responds to a request. */
export async function statusOfMock(url: string, sent: Received): Promise<number> {
  const response = await fetch(requestOf(url, sent));
  await response.arrayBuffer();
  return response.status;
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
