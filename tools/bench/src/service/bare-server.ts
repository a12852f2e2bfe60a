// Child process. It receives its responses and sends its URL; each further message "cpu" is a request for
// the processor time used so far.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reply } from "./bare.ts";

// Until it listens, nothing else keeps the process.
process.channel?.ref();

/** As that of the service; Node's own is 5 s. */
const KEEP_ALIVE_MS = 65_000;

process.once("message", (replies: readonly Reply[]) => {
  const byPath = new Map(
    replies.map(({ path, headers, body }) => [
      path,
      { headers: headers.flat(), body: Buffer.from(body) },
    ]),
  );
  const server = createServer((request, response) => {
    const reply = byPath.get(request.url ?? "");
    response.writeHead(reply ? 200 : 404, reply?.headers ?? []);
    response.end(reply?.body);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    process.send?.(`http://127.0.0.1:${port}`);
  });
  process.on("message", (message) => {
    if (message === "cpu") {
      const { user, system } = process.cpuUsage();
      process.send?.((user + system) / 1e6);
    }
  });
});
process.on("disconnect", () => process.exit());
