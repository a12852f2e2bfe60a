// A child process of its own, so that the server's work is not counted as the client's. It is told
// the bodies to answer with, one for each cursor, and tells its address.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

process.once("message", (bodies: readonly string[]) => {
  const pages = bodies.map((body) => Buffer.from(body));
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    response.setHeader("content-type", "application/json");
    response.end(pages[Number(searchParams.get("cursor") ?? 0)]);
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    process.send?.(`http://127.0.0.1:${port}`);
  });
});
process.on("disconnect", () => process.exit());
