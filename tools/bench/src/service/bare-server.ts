// Child process. It receives its response and sends its URL; each further message is a request for the
// processor time used so far.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reply } from "./bare.ts";

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
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    process.send?.(`http://127.0.0.1:${port}`);
  });
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1e6);
  });
});
process.on("disconnect", () => process.exit());
