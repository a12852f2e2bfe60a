import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { saturate } from "../src/service/saturate.ts";

async function serve(status: number, delayMs: number): Promise<string> {
  const server = createServer(async (_, response) => {
    await wait(delayMs);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("measures for longer if nothing has responded in time", async () => {
  const { perSecond, latencies } = await saturate(await serve(200, 400), [{ path: "/" }], 0.1);
  expect(perSecond).toBeGreaterThan(0);
  expect(latencies[0]).toBeGreaterThan(300);
});

test("refuses responses that are not 200", async () => {
  const load = saturate(await serve(500, 0), [{ path: "/" }], 0.2);
  await expect(load).rejects.toThrow(/\d+ of \d+ requests to http:\S+ failed/);
});
