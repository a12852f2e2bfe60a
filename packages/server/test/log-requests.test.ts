import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../src/http/app.ts";
import type { LoggedRequests } from "../src/http/defaults.ts";
import { appOptions } from "./support/app-options.ts";
import { run } from "./support/command.ts";
import { temporaryFolder } from "./support/support.ts";

/** Statuses of the requests in a log. */
const statusesIn = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line).status);

/** Asks for an unknown path, and for readiness that is not there. */
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
])("of %s requests a line is written", async (loggedRequests, statuses) => {
  const lines: string[] = [];
  const { probes } = appOptions();
  const app = await createApp({
    ...appOptions(),
    probes: { ...probes, readiness: () => ({ ready: false, chains: {} }) },
    logger: { level: "info", stream: { write: (line: string) => lines.push(line) } },
    loggedRequests,
  });
  onTestFinished(() => app.close());
  await request(await app.listen({ port: 0, host: "127.0.0.1" }));
  await app.close();
  expect(statusesIn(lines)).toEqual(statuses);
});

test("serve --log-requests failed", async () => {
  const chain = ["--chain", "ethereum=http://127.0.0.1:1", "--data", temporaryFolder()];
  const service = run(["serve", ...chain, "--port", "0", "--log-requests", "failed"]);
  const [, url = ""] = await service.until(/listening at (http:\S+)/);
  await request(url);
  service.child.kill("SIGTERM");
  expect(await service.code).toBe(0);
  expect(statusesIn(service.output().split("\n"))).toEqual([503]);
});
