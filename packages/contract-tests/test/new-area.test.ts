import { join } from "node:path";
import { startMock } from "@chainkit/mock";
import { bundleSpec, repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import { coverageOf } from "../src/coverage/coverage.ts";
import { createSender } from "../src/http/send.ts";
import { failureText } from "../src/report/text.ts";
import { runCase } from "../src/run.ts";
import { createSpec } from "../src/spec/spec.ts";
import { World } from "../src/world.ts";

const file = join(repositoryRoot, "tools/codegen/test/fixtures/token-prices.yaml");

test("an area that nobody wrote a test for is covered", async () => {
  const document = { ...(await bundleSpec(file)) };
  const mock = await startMock({ specs: [document] });
  const sender = createSender(mock.url, "any", 5000);
  const spec = createSpec("token-prices", document, file);
  const target = {
    url: mock.url,
    token: "any",
    isPrism: true,
    answersExamples: true,
    options: {},
    known: {},
  };
  const world = new World([spec], target, sender);
  const cases = world.operations.flatMap((operation) => world.casesOf(operation));
  const results = [];
  for (const each of cases) results.push(await runCase(world, each));
  sender.close();
  await mock.close();

  expect(results.flatMap((each) => (each.failure ? [failureText(each)] : []))).toEqual([]);
  expect(coverageOf(world, cases, results).missing).toEqual([]);
  const tried = new Set(results.map(({ operation, kind }) => `${operation} ${kind}`));
  for (const { id } of world.operations) {
    for (const kind of ["example", "security", "method", "preferred"]) {
      expect(tried).toContain(`${id} ${kind}`);
    }
  }
  for (const kind of ["boundary", "negative", "media"]) {
    expect([...tried].some((each) => each.endsWith(kind))).toBe(true);
  }
});
