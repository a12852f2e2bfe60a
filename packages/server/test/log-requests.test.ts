import { expect, test } from "vitest";
import type { LoggedRequests } from "../src/http/defaults.ts";
import { appOptions, startApp } from "./support/app-options.ts";
import { startServe } from "./support/command.ts";
import { temporaryFolder } from "./support/support.ts";

const statusesIn = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line).status);

async function request(url: string): Promise<void> {
  const statuses = [];
  for (const path of ["/nothing", "/readyz"]) {
    statuses.push((await fetch(url + path)).status);
  }
  expect(statuses).toEqual([404, 503]);
}

test.each<[LoggedRequests, readonly number[]]>([
  ["all", [404, 503]],
  ["failed", [503]],
  ["none", []],
])("of %s requests a line is written", async (logRequests, statuses) => {
  const { probes } = appOptions();
  const { app, lines, url } = await startApp({
    probes: { ...probes, readiness: () => ({ ready: false, chains: {} }) },
    logRequests,
  });
  await request(url);
  await app.close();
  expect(statusesIn(lines)).toEqual(statuses);
});

test("serve --log-requests failed", async () => {
  const chain = ["--chain", "ethereum=http://127.0.0.1:1", "--data", temporaryFolder()];
  const service = await startServe([...chain, "--log-requests", "failed"]);
  await request(service.url);
  service.child.kill("SIGTERM");
  expect(await service.code).toBe(0);
  expect(statusesIn(service.output().split("\n"))).toEqual([503]);
});
