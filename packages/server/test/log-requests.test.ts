import { expect, test } from "vitest";
import type { LoggedRequests } from "../src/http/defaults.ts";
import { appOptions, startApp } from "./support/app-options.ts";

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
  for (const path of ["/nothing", "/readyz"]) {
    await fetch(url + path);
  }
  await app.close();
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  expect(logged.map(({ status }) => status)).toEqual(statuses);
});
