import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Path of the explorer, below the address of the service. */
export const EXPLORER_PATH = "/explorer/";

/** Explorer files, copied by the build. The path is the same from `src` and `dist`. */
const BUNDLED = new URL("../../dist/explorer/", import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The pages set their content policy themselves, except `frame-ancestors`, which requires a header. */
const HEADERS = {
  "cache-control": "no-cache",
  "content-security-policy": "frame-ancestors 'none'",
  vary: "accept-encoding",
};

export interface ExplorerFacts {
  /** Names of the served chains; the explorer offers no others. */
  readonly chains: readonly string[];
  /** Address of the documentation, which the explorer links to. */
  readonly docsUrl?: string | undefined;
  /** Names of those that are local chains, known once a block of theirs is. */
  readonly localChains?: () => Promise<readonly string[]>;
  /** Gateways of content networks, for images. */
  readonly gateways?: { readonly ipfs?: string | undefined; readonly ar?: string | undefined };
}

/**
 * Serves the explorer at `EXPLORER_PATH`, from memory. `/` redirects to it.
 *
 * @throws Error if the package is not built.
 */
export async function addExplorer(app: FastifyInstance, facts: ExplorerFacts): Promise<void> {
  for (const name of await readdir(BUNDLED)) {
    const file = await readFile(new URL(name, BUNDLED));
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    const fixed = representation(file);
    app.get(EXPLORER_PATH + (name === "index.html" ? "" : name), async (request, reply) => {
      const { body, zipped, etag } =
        extname(name) === ".html" ? representation(await withFacts(file.toString(), facts)) : fixed;
      reply.headers(HEADERS).header("etag", etag);
      if (request.headers["if-none-match"] === etag) {
        return reply.code(304).send();
      }
      reply.type(type);
      return /\bgzip\b/.test(String(request.headers["accept-encoding"]))
        ? reply.header("content-encoding", "gzip").send(zipped)
        : reply.send(body);
    });
  }
  for (const path of ["/", EXPLORER_PATH.slice(0, -1)]) {
    app.get(path, (_request, reply) => reply.redirect(EXPLORER_PATH));
  }
}

function representation(body: Buffer | string) {
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  return { body, zipped: gzipSync(body), etag };
}

/** Fills in the page's `<meta name="chainkit-…" content="">`. */
async function withFacts(page: string, facts: ExplorerFacts): Promise<string> {
  const { chains, docsUrl, gateways, localChains } = facts;
  const named = {
    chains: chains.join(","),
    docs: docsUrl ? new URL(docsUrl).href : "",
    local: (await localChains?.())?.join(",") ?? "",
    ipfs: gateways?.ipfs ?? "",
    ar: gateways?.ar ?? "",
  };
  return Object.entries(named).reduce(
    (text, [name, content]) =>
      text.replace(`name="chainkit-${name}" content=""`, () => {
        return `name="chainkit-${name}" content="${content.replaceAll("&", "&amp;")}"`;
      }),
    page,
  );
}
