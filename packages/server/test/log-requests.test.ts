import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { LoggedRequests } from "../src/http/defaults.ts";
import { startApp } from "./support/app-options.ts";

test.each<[LoggedRequests, readonly number[]]>([
  ["all", [404, 500]],
  ["failed", [500]],
  ["none", []],
])("of %s requests a line is written", async (logRequests, statuses) => {
  const { app, lines, url } = await startApp({
    probes: { readiness: () => Promise.reject(new Error("broken")), metrics: new Registry() },
    logRequests,
  });
  for (const path of ["/nothing", "/readyz"]) {
    await fetch(url + path);
  }
  await app.close();
  const logged = lines.map((line) => JSON.parse(line));
  const ofRequests = logged.filter(({ msg }) => msg === "request");
  expect(ofRequests.map(({ status }) => status)).toEqual(statuses);
  const wrong = logged.filter(({ level }) => level > 30).map(({ msg, err }) => [msg, err?.message]);
  const unserved = ["operations without a handler return 501", undefined];
  expect(wrong).toEqual([unserved, ["request failed", "broken"]]);
});
