import { expect, test } from "vitest";
import { run } from "./support/command.ts";
import { temporaryFolder } from "./support/support.ts";

/** Statuses in the log of a service that was asked for an unknown path, and is not ready. */
async function loggedStatuses(which: string): Promise<number[]> {
  const chain = ["--chain", "ethereum=http://127.0.0.1:1", "--data", temporaryFolder()];
  const service = run(["serve", ...chain, "--port", "0", "--log-requests", which]);
  const [, url = ""] = await service.until(/listening at (http:\S+)/);
  const statuses = [];
  for (const path of ["/nothing", "/readyz"]) {
    statuses.push((await fetch(url + path)).status);
  }
  expect(statuses).toEqual([404, 503]);
  service.child.kill("SIGTERM");
  expect(await service.code).toBe(0);
  const lines = service.output().split("\n");
  return lines
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line).status);
}

test.each([
  ["all", [404, 503]],
  ["failed", [503]],
  ["none", []],
])("--log-requests %s", async (which, statuses) => {
  expect(await loggedStatuses(which)).toEqual(statuses);
});
