import { expect, test } from "vitest";
import { requestJson } from "../../src/graph-node/request.ts";
import { sendWithoutEnd, serve } from "../support/serve.ts";

test("a response without an end is left after 16 MiB", async () => {
  let sent = () => 0;
  const url = await serve((_, response) => {
    sent = sendWithoutEnd(response);
  });
  const request = requestJson({ url }, { timeoutMs: 60_000 });
  await expect(request).rejects.toThrow(/responded with more than 16777216 bytes$/);
  expect(sent()).toBeLessThan(64);
});
