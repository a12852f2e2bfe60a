// Child process, so that the CPU time of the server is not counted as the client's. It receives the
// response bodies, one per cursor, and prints its URL.
import { createServer } from "node:http";
import { listenAt } from "@chainkit/command";

process.once("message", async (bodies: readonly string[]) => {
  const pages = bodies.map((body) => Buffer.from(body));
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    response.setHeader("content-type", "application/json");
    response.end(pages[Number(searchParams.get("cursor") ?? 0)]);
  });
  process.send?.((await listenAt(server)).url);
});
process.on("disconnect", () => process.exit());
