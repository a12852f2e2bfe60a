import type { IncomingMessage, ServerResponse } from "node:http";

/** Path of the event stream. */
const address = "/reload-events";

const script = `<script>new EventSource("${address}").onmessage = () => location.reload();</script>`;

/** Adds live reload to a page. For local use only. */
export function withReload(page: string): string {
  const end = page.lastIndexOf("</body>");
  const start = page
    .slice(0, end)
    .replace("<html ", "<html data-reload ")
    .replace("default-src 'none'", "default-src 'none'; connect-src 'self'")
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");
  return start + script + page.slice(end);
}

/** Tells open pages to reload. */
export class Reloader {
  readonly #pages = new Set<ServerResponse>();

  /** Opens the event stream of a page. @returns Whether the request was for it. */
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

  /** Reloads all open pages. */
  reload(): void {
    for (const page of this.#pages) {
      page.write("data: reload\n\n");
    }
  }
}
