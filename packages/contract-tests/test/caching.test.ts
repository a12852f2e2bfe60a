import { expect, test } from "vitest";
import { runContract } from "../src/run.ts";
import { known, startReference } from "./reference/server.ts";
import { TOKEN } from "./reference/service.ts";
import { tagging } from "./reference/tagging.ts";

test.each([
  ["not modified as long as its tag is the same", tagging((isOwn) => (isOwn ? 304 : 200)), []],
  ["tagged anew each time", tagging(() => 200, false), []],
  ["sent again in spite of its tag", tagging(() => 200), ["200"]],
  ["not modified whatever the tag", tagging(() => 304), ["304"]],
  ["refused to another tag", tagging((isOwn) => (isOwn ? 304 : 412)), ["412"]],
])("content that is %s", async (_, change, expected) => {
  const { url, close } = await startReference(change);
  const include = ["getBlock / invariant / an entity tag identifies one content only"];
  const options = { token: TOKEN, seed: 1, blockWaitMs: 0, known, include };
  const { results } = await runContract({ target: url, ...options }).finally(close);
  const findings = results.flatMap(({ failure }) => failure?.findings ?? []);
  const received = findings.map((each) => (each.kind === "invariant" ? each.actual : each.kind));
  expect([...new Set(received)]).toEqual(expected);
  expect(results.map(({ outcome }) => outcome)).toEqual([
    expected.length > 0 ? "failed" : "passed",
  ]);
});

test("what a deployment has none of is unchecked, unless the contract leaves it open", async () => {
  const { url, close } = await startReference((service) => {
    service.listed = () => [];
  });
  const required = "a wallet lists its transactions of every block";
  const include = [
    `getAddressTransactions / invariant / ${required}`,
    "getBlock / invariant / an entity tag identifies one content only",
  ];
  const options = { token: TOKEN, seed: 1, blockWaitMs: 0, known, include };
  const { coverage } = await runContract({ target: url, ...options }).finally(close);
  expect(coverage.unchecked).toEqual([expect.stringContaining(required)]);
});
