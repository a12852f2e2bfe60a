import { createServer } from "node:http";
import { listenAt } from "../../command/src/serve.ts";

/** A request as a server of `serve` was sent it. */
interface Seen {
  readonly url: string;
  /** Resolves when the client gives the request up. */
  readonly gone: Promise<void>;
}

/** What to answer: a status and a JSON body; undefined: nothing, ever. */
export type Answer = readonly [status: number, body: unknown] | undefined;

/** Serves answers over HTTP and keeps the requests. */
export async function serve(answer: (url: URL, count: number) => Answer) {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    const gone = new Promise<void>((resolve) => response.once("close", resolve));
    const count = requests.push({ url, gone });
    const [status, body] = answer(new URL(url, "http://host"), count) ?? [];
    if (status !== undefined) {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    }
  });
  const { url: baseUrl, close } = await listenAt(server);
  return { baseUrl, requests, close };
}
