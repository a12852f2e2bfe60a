import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { startMock } from "@chainkit/mock";
import { afterAll } from "vitest";
import { listenAt } from "../../command/src/serve.ts";

const dist = join(import.meta.dirname, "../dist");
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Answers a request of the page in place of the mock; returns false to leave it to the mock. */
export type Override = (url: URL, response: ServerResponse) => boolean;

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): true {
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type, ...headers }).end(JSON.stringify(body));
  return true;
}

/** Serves the site of a test file, until its tests have ended. */
export async function useSite() {
  const site = await startSite();
  afterAll(site.close);
  return site;
}

/** Serves the built explorer and the mock from one origin, as the service does. */
export async function startSite() {
  const mock = await startMock();
  let override: Override = () => false;
  const answers = new Map<string, Promise<{ status: number; body: unknown }>>();
  /** Asks the mock, once for each path: lists look up the status of every transaction. */
  const ask = (path: string) => {
    const answer =
      answers.get(path) ??
      fetch(mock.url + path).then(async (own) => ({ status: own.status, body: await own.json() }));
    answers.set(path, answer);
    return answer;
  };
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://site");
    if (url.pathname.startsWith("/explorer/")) {
      const name = url.pathname.slice("/explorer/".length) || "index.html";
      const body = await readFile(join(dist, name)).catch(() => undefined);
      // Compressed, as the service does: a slow network is measured with it.
      response.writeHead(body ? 200 : 404, {
        "content-type": types[extname(name)] ?? "text/plain",
        "content-encoding": "gzip",
      });
      response.end(gzipSync(body ?? ""));
      return;
    }
    requests.push(url.pathname + url.search);
    if (!override(url, response)) {
      const { status, body } = await ask(url.pathname + url.search);
      sendJson(response, status, body);
    }
  });
  const { url: origin, close } = await listenAt(server);
  return {
    origin,
    url: `${origin}/explorer/`,
    /** What the pages asked the API for. */
    requests,
    override(own: Override) {
      override = own;
    },
    async close() {
      await close();
      await mock.close();
    },
  };
}
