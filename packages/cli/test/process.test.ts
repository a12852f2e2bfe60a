import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { program, run, serve, start, temporaryFolder, wallet } from "./support.ts";

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

test.each(["json", "csv"])("%s exits quietly when its reader closes the pipe", async (format) => {
  const { url } = await serveEndless();
  const child = start([...listing, "-o", format], { env: { CHAINKIT_BASE_URL: url } });
  const closed = once(child, "close");
  const stderr = text(child.stderr);
  await once(child.stdout, "data");
  child.stdout.destroy();
  expect({ end: await closed, stderr: await stderr }).toEqual({ end: [0, null], stderr: "" });
});

test("an output that cannot be written is a failure, and says why", async () => {
  const file = join(temporaryFolder(), "output");
  writeFileSync(file, "");
  for (const [output, said] of [
    ["csv", /^chainkit: the output cannot be written: EBADF: .+\n$/],
    [
      "json",
      /^\{"error":\{"kind":"unexpected","message":"the output cannot be written: EBADF: .+\}\n$/,
    ],
  ] as const) {
    // Opened for reading only, it fails like a full disk.
    const readOnly = openSync(file, "r");
    const { url } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"block":{"number":1}}');
    });
    const args = [program, "get-block", "--chain", "ethereum", "--block", "1", "--base-url", url];
    const stdio = ["ignore", readOnly, "pipe"] as const;
    const child = spawn(process.execPath, [...args, "--output", output], { stdio: [...stdio] });
    const closed = once(child, "close");
    closeSync(readOnly);
    expect(await text(child.stderr as Readable)).toMatch(said);
    expect(await closed).toEqual([1, null]);
  }
});

test("a proxy of the environment that Node does not use is named when there is no response", async () => {
  const args = ["get-block", "--chain", "ethereum", "--block", "1", "--timeout", "5"];
  const fails = async (url: string, env: Record<string, string>) => {
    const { code, stderr } = await run([...args, "--base-url", url], { env });
    expect(code).toBe(3);
    return stderr;
  };
  const proxy = "http://127.0.0.1:9";
  const hint = /^HTTPS_PROXY is set, but Node uses it only with NODE_USE_ENV_PROXY=1/m;
  expect(await fails("https://chainkit.invalid", { https_proxy: proxy })).toMatch(hint);
  expect(await fails("https://chainkit.invalid", { HTTP_PROXY: proxy })).not.toMatch(/PROXY/);
  expect(await fails("https://127.0.0.1:9", { HTTPS_PROXY: proxy })).not.toMatch(/PROXY/);
  const used = { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: "1" };
  expect(await fails("https://chainkit.invalid", used)).not.toMatch(/PROXY/);
});

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
