import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { serve, start, wallet } from "./support.ts";

const listing = ["get-address-transactions", "--chain", "ethereum", "--wallet", wallet, "--all"];

/** A listing that has always another page. */
const serveEndless = () => {
  let page = 0;
  return serve((_, response) => {
    response.setHeader("content-type", "application/json");
    const transactions = Array.from({ length: 100 }, (_, at) => ({ at, page }));
    response.end(JSON.stringify({ cursor: `page${page++}`, transactions }));
  });
};

test.each(["json", "ndjson", "csv", "table"])(
  "%s exits quietly when its reader closes the pipe",
  async (format) => {
    const { url } = await serveEndless();
    const child = start([...listing, "-o", format], { env: { CHAINKIT_BASE_URL: url } });
    const closed = once(child, "close");
    const stderr = text(child.stderr);
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect({ end: await closed, stderr: await stderr }).toEqual({ end: [0, null], stderr: "" });
  },
);

test("Ctrl-C exits quietly with 130, while it waits and while it prints", async () => {
  const endless = await serveEndless();
  const silent = await serve(() => {});
  for (const { url, requests } of [endless, silent]) {
    const child = start(listing, { env: { CHAINKIT_BASE_URL: url } });
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    while (requests.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([130, null]);
    const [, stderr] = await output;
    expect(stderr).toBe("");
  }
});

test("prints a page before it requests the next one", async () => {
  const { url, requests } = await serve((_, response) => {
    if (requests.length === 1) {
      response.setHeader("content-type", "application/json");
      response.end('{"cursor":"next","transactions":[{"a":1}]}');
    }
  });
  const child = start([...listing, "-o", "ndjson"], { env: { CHAINKIT_BASE_URL: url } });
  const [chunk] = await once(child.stdout, "data");
  expect(String(chunk)).toBe('{"a":1}\n');
  child.kill("SIGINT");
  await once(child, "close");
});
