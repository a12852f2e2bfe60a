import type { IncomingMessage, ServerResponse } from "node:http";
import { inlineScriptSource } from "./html.ts";

/** Path of the event stream. */
const PATH = "/reload-events";

const SCRIPT = `new EventSource("${PATH}").onmessage = () => location.reload();`;

/** Adds live reload to a page. For local use only. */
export function withReload(page: string): string {
  const end = page.lastIndexOf("</body>");
  const start = page
    .slice(0, end)
    .replace("script-src 'self'", `script-src 'self' ${inlineScriptSource(SCRIPT)}`);
  return `${start}<script>${SCRIPT}</script>${page.slice(end)}`;
}

/** Live reload over server-sent events. */
export class Reloader {
  readonly #streams = new Set<ServerResponse>();

  /** Opens the event stream if the request is for it. @returns Whether it was. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== PATH) {
      return false;
    }
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    this.#streams.add(response);
    response.once("close", () => this.#streams.delete(response));
    return true;
  }

  /** Reloads all open pages. */
  reload(): void {
    for (const stream of this.#streams) {
      stream.write("data: reload\n\n");
    }
  }
}
