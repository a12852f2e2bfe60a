import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { type Listening, listenAt } from "@chainkit/command";
import sirv from "sirv";
import type { Reloader } from "./reload.ts";
import { siteFolder } from "./site.ts";

/** Segments of a path below which the links of the page for unknown paths work. */
const MAX_DEPTH = 50;

/** Options of `serveDocs`. */
export interface ServeOptions {
  /** TCP port. Default: a free port. */
  readonly port?: number;
  /** Host to listen on. Default: `127.0.0.1` (loopback only). */
  readonly host?: string;
  /** Default service of samples and console; readers can change it in the settings. */
  readonly defaults?: () => Promise<DocsDefaults>;
  /** Operations that the service lets no page of another origin call. The site forwards them to it. */
  readonly forward?: Forward;
}

/** Operations whose requests the server of the site forwards to the default service. */
export interface Forward {
  /** Prefix of their paths. */
  readonly prefix: string;
  /** Returns the base URL of the default service. */
  readonly baseUrl: () => Promise<string>;
}

/** Default service of samples and console. */
export interface DocsDefaults {
  readonly settings: {
    /** Base URL, without a trailing slash. */
    readonly baseUrl?: string;
    readonly token?: string;
    readonly graphNs?: string;
  };
  /** Base URL of a service that has the example data, which the guides then call. */
  readonly examplesUrl?: string;
  readonly explorerUrl?: string;
  /** Parameter values that return data on that service, by operation id. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Running documentation server. */
export type DocsServer = Listening;

/**
 * Serves the built site: the landing page at `/`, each area at `/<area>`.
 *
 * @throws Error if the site is not built, or the port is in use (`code` is `EADDRINUSE`).
 * @example
 * const docs = await serveDocs();
 * console.log(docs.url);
 * await docs.close();
 */
export function serveDocs(options: ServeOptions = {}): Promise<DocsServer> {
  return serveFolder(siteFolder, options);
}

/** Serves a site from any folder. */
export async function serveFolder(
  folder: string,
  { port, host, defaults, forward, reloader }: ServeOptions & { reloader?: Reloader },
): Promise<DocsServer> {
  if (!existsSync(join(folder, "index.html"))) {
    throw new Error(`${folder} has no index.html; build @chainkit/docs first`);
  }
  // Without `dev`, sirv sends files with their sizes from its start, cut off after a rebuild.
  const files = sirv(folder, { etag: true, gzip: true, dev: true });
  // Asynchronous, so that whatever a request makes throw ends its connection and not the process.
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (forward && request.url?.startsWith(forward.prefix)) {
      await send(request, response, await forward.baseUrl());
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
    if (reloader?.handle(request, response)) {
      return;
    }
    if (!isSupported(request.headers.range ?? "")) {
      // A server may ignore any range (RFC 9110, 14.2).
      delete request.headers.range;
    }
    if (defaults && request.url === "/assets/defaults.js") {
      const type = "text/javascript; charset=utf-8";
      response.writeHead(200, { "content-type": type, "cache-control": "no-store" });
      defaults().then(
        (value) => {
          const settings = { ...value, ...(forward ? { forwarded: forward.prefix } : {}) };
          response.end(`globalThis.chainkitDefaults=${JSON.stringify(settings)};\n`);
        },
        () => response.end(),
      );
      return;
    }
    files(request, response, async () => {
      const file = join(folder, "404.html");
      const notFound = await readFile(file, "utf8").catch(() => "Not found.\n");
      // A target such as `*` has no segments; each segment makes every link of the page longer.
      const [path = ""] = String(request.url).split("?");
      const depth = Math.min(Math.max(path.split("/").length, 2), MAX_DEPTH);
      // Links are relative, and this page is shown at any path.
      const page = notFound.replaceAll(
        /((?:href|src|data-root)="|url\(")\.\//g,
        `$1${"../".repeat(depth - 2)}`,
      );
      response.writeHead(404, { "content-type": "text/html; charset=utf-8" }).end(page);
    });
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  return listenAt(server, { port, host });
}

/**
 * Fails if a port is in use, for what takes long before it is served.
 *
 * @throws Error with `code` `EADDRINUSE`.
 */
export async function checkPort({ port = 0, host }: ServeOptions): Promise<void> {
  if (port !== 0) {
    await (await listenAt(createServer(), { port, host })).close();
  }
}

/** Headers of one connection, and of a body that `fetch` has decoded. */
const HOP_HEADERS =
  /^(?:host|connection|keep-alive|transfer-encoding|content-(?:encoding|length))$/;

/** Sends a request of a page to the service, and the service's response to the page. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  baseUrl: string,
): Promise<void> {
  const { method, url } = request as { method: string; url: string };
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => typeof value === "string" && !HOP_HEADERS.test(name),
  );
  const chunks: Buffer[] = await request.toArray();
  try {
    const result = await fetch(baseUrl + url, {
      method,
      headers: Object.fromEntries(headers) as Record<string, string>,
      redirect: "manual",
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const kept = [...result.headers].filter(([name]) => !HOP_HEADERS.test(name));
    response.writeHead(result.status, Object.fromEntries(kept));
    response.end(new Uint8Array(await result.arrayBuffer()));
  } catch (error) {
    response.writeHead(502, { "content-type": "text/plain; charset=utf-8" });
    response.end(`${baseUrl} cannot be reached: ${(error as Error).message}\n`);
  }
}

/** Whether a range is one that sirv reads right: of others it sends the wrong part, or throws. */
function isSupported(range: string): boolean {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  return first !== undefined && (last === "" || Number(first) <= Number(last));
}
