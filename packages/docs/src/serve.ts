import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sirv from "sirv";
import type { Reloader } from "./reload.ts";
import { siteFolder } from "./site.ts";

/** Where to serve the docs. */
export interface ServeOptions {
  /** TCP port; a free one if not given. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`: this machine only. */
  readonly host?: string;
}

/** Docs that are being served. */
export interface DocsServer {
  /** Where they are, without a trailing slash. */
  readonly url: string;
  /** Stops serving; open connections are closed. */
  close(): Promise<void>;
}

/**
 * Serves the built pages: the landing page at `/`, an area at `/<area>`.
 *
 * @throws Error if the pages are not built, or the port is taken (`code` is then `EADDRINUSE`).
 * @example
 * const docs = await serveDocs();
 * console.log(docs.url);
 * await docs.close();
 */
export function serveDocs(options: ServeOptions = {}): Promise<DocsServer> {
  return serveFolder(siteFolder, options);
}

/** Serves the pages of any folder, as `serveDocs` does those of this repository. */
export async function serveFolder(
  folder: string,
  { port = 0, host = "127.0.0.1", reloader }: ServeOptions & { reloader?: Reloader },
): Promise<DocsServer> {
  if (!existsSync(join(folder, "index.html"))) {
    throw new Error(`${folder} has no index.html: build @chainkit/docs first`);
  }
  // Knows its files beforehand, so that no path can lead out of the folder; not if they change.
  const files = sirv(folder, { etag: true, dev: reloader !== undefined });
  const server = createServer((request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
    if (reloader?.answer(request, response)) {
      return;
    }
    files(request, response, () => {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is no such page.\n");
    });
  });
  await listen(server, port, host);
  return { url: urlOf(server), close: () => close(server) };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
