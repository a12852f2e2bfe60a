import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { parseEndpoint } from "../src/source/endpoint.ts";
import { post } from "../src/source/rpc-request.ts";

test("a node that accepts a request and stays silent is reported with its time limit", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const endpoint = { ...parseEndpoint(`http://127.0.0.1:${port}`), timeoutMs: 100 };
  await expect(post(endpoint, {})).rejects.toThrow("no response within 0.1 s");
});
