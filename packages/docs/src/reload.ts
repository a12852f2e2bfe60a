import type { IncomingMessage, ServerResponse } from "node:http";

/** Where a page asks to be told of changes. */
const address = "/reload-events";

const script = `<script>new EventSource("${address}").onmessage = () => location.reload();</script>`;

/** A page that loads itself anew when it is told to. For the reader's own machine only. */
export function withReload(page: string): string {
  const end = page.lastIndexOf("</body>");
  const start = page
    .slice(0, end)
    .replace("default-src 'none'", "default-src 'none'; connect-src 'self'")
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");
  return start + script + page.slice(end);
}

/** Tells open pages to load themselves anew. */
export class Reloader {
  readonly #pages = new Set<ServerResponse>();

  /** Answers a page that wants to be told. @returns Whether the request was that. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== address) {
      return false;
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    this.#pages.add(response);
    response.once("close", () => this.#pages.delete(response));
    return true;
  }

  /** Tells all of them. */
  reload(): void {
    for (const page of this.#pages) {
      page.write("data: reload\n\n");
    }
  }
}
