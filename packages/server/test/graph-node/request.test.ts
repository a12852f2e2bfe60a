import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { requestJson } from "../../src/graph-node/request.ts";

const MIB = Buffer.alloc(2 ** 20, " ");

test("a response without an end is left after 16 MiB", async () => {
  let sent = 0;
  const server = createServer((_, response) => {
    const write = () => {
      do {
        sent += 1;
      } while (!response.destroyed && response.write(MIB));
      response.once("drain", write);
    };
    write();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const request = requestJson({ url: `http://127.0.0.1:${port}` }, { timeoutMs: 60_000 });
  await expect(request).rejects.toThrow(/responded with more than 16777216 bytes$/);
  expect(sent).toBeLessThan(64);
});
