// A child process of its own, so that the server's work is not counted as the client's.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pageJson } from "./data.ts";

const pages = Number(process.argv[2]);
const bodies = Array.from({ length: pages }, (_, i) =>
  Buffer.from(pageJson(i + 1 < pages ? String(i + 1) : null)),
);
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "", "http://localhost");
  response.setHeader("content-type", "application/json");
  response.end(bodies[Number(searchParams.get("cursor") ?? 0)]);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.on("disconnect", () => process.exit());
