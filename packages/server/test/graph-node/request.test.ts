import { expect, test } from "vitest";
import { requestJson } from "../../src/graph-node/request.ts";
import { serve } from "../support/serve.ts";

const MIB = Buffer.alloc(2 ** 20, " ");

test("a response without an end is left after 16 MiB", async () => {
  let sent = 0;
  const url = await serve((_, response) => {
    const write = () => {
      do {
        sent += 1;
      } while (!response.destroyed && response.write(MIB));
      response.once("drain", write);
    };
    write();
  });
  const request = requestJson({ url }, { timeoutMs: 60_000 });
  await expect(request).rejects.toThrow(/responded with more than 16777216 bytes$/);
  expect(sent).toBeLessThan(64);
});
