import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { listenAt } from "../../../command/src/serve.ts";
import type { Step, Vector } from "./vector.ts";

/** A request as the server received it. */
export interface Received {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
  }
  const isJson = /json/.test(request.headers["content-type"] ?? "");
  return text ? (isJson ? JSON.parse(text) : text) : undefined;
}

async function answer(step: Step, response: ServerResponse, base: string): Promise<void> {
  if (step.delayMs) {
    await wait(step.delayMs, undefined, { ref: false });
  }
  if (step.reset) {
    return void response.destroy();
  }
  const body = step.text ?? (step.json === undefined ? "" : JSON.stringify(step.json));
  const bytes = Buffer.from(body);
  response.statusCode = step.status ?? 200;
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-expose-headers", "*");
  if (step.json !== undefined) {
    response.setHeader("content-type", "application/json");
  }
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    const date = new Date(Date.now() + 1900).toUTCString();
    response.setHeader(name, value.replace("{now+1s}", date).replace("{base}", base));
  }
  if (!step.bodyDelayMs && !step.cut) {
    return void response.end(bytes);
  }
  response.setHeader("content-length", bytes.length);
  response.write(bytes.subarray(0, bytes.length / 2));
  await wait(step.bodyDelayMs ?? 20, undefined, { ref: false });
  if (step.cut) {
    response.destroy();
  } else {
    response.end(bytes.subarray(bytes.length / 2));
  }
}

/**
 * Serves the scripts of vectors: the one with index n below `/n`, its steps one after the other. A
 * request beyond the script is answered with 418, which no vector expects.
 */
export async function serveVectors(vectors: readonly Vector[]) {
  const received = vectors.map((): Received[] => []);
  const server = createServer(async (request, response) => {
    // On a connection that was kept, browsers, Deno and Bun send a request again by themselves when
    // it closes, below anything that a client can see or stop.
    response.shouldKeepAlive = false;
    if (request.method === "OPTIONS") {
      response.writeHead(204, {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "authorization,content-type,x-trace,x-client,x-call,x-key",
        "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE",
      });
      return response.end();
    }
    const [, index = "", rest = ""] = /^\/(\d+)(.*)$/.exec(request.url ?? "") ?? [];
    const requests = received[Number(index)];
    const body = await readBody(request);
    const { method = "", headers } = request;
    requests?.push({ method, url: rest, headers, body });
    const step = vectors[Number(index)]?.server?.[(requests?.length ?? 0) - 1];
    const base = `http://${request.headers.host}/${index}`;
    await answer(step ?? { status: 418, text: "beyond the script" }, response, base);
  });
  return { ...(await listenAt(server)), received };
}
