import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { runContract } from "../src/index.ts";
import { Fixture } from "../src/invariants/fixture.ts";
import { decides } from "./defects/service/defect.ts";
import { known, startReference } from "./reference/server.ts";
import { TOKEN } from "./reference/service.ts";

/** Sends entity tags, so that their invariants have something to check. */
const tag = decides("finish", (_, { headers }, answer) => {
  const etag = `"${createHash("sha256").update(JSON.stringify(answer.body)).digest("hex")}"`;
  const isHeld = answer.status === 200 && headers["if-none-match"] === etag;
  return isHeld
    ? { status: 304, headers: { etag }, body: Buffer.alloc(0) }
    : { ...answer, headers: { ...answer.headers, etag } };
});

/** A text without what differs from run to run: the tags and the wallet that each makes up. */
const steady = (text: string) =>
  text
    .replaceAll(TOKEN, "(token)")
    .replaceAll(/(?<=contract-)[\da-f]{8}|(?<=0x)(?!abc0)[\da-f]{40}/g, "(random)");

test("the catalogue of invariants: what they find at a conforming deployment, and what they ask", async () => {
  const asked = new Map<string, number>();
  const count = (line: string) => asked.set(line, (asked.get(line) ?? 0) + 1);
  const said = (["call", "skip", "assertAgrees"] as const).map((name) =>
    vi.spyOn(Fixture.prototype, name),
  );
  const compared = vi.spyOn(Fixture.prototype, "guard");
  const { url, close } = await startReference((service) => {
    tag(service);
    decides("answer", (own, call) => {
      const { operation, parameters, authorization = "no token", text } = call;
      const line = `${operation} ${JSON.stringify(parameters)} ${text} ${authorization}`;
      count(steady(line));
      return own(call);
    })(service);
  });
  const target = { target: url, token: TOKEN, known, include: ["* / invariant / *"] };
  const run = runContract({ ...target, seed: 1, blockWaitMs: 0, concurrency: 1 });
  const { results } = await run.finally(close);
  // Each says why its status is expected, why it compares nothing, or where a field is from.
  const words = said.flatMap(({ mock }): unknown[][] => mock.calls);
  expect(words.filter((given) => given.includes(""))).toEqual([]);
  const found = results.map(({ operation, name, outcome, reason = "", extent = "" }) =>
    `${operation} / ${name}: ${outcome} ${reason}${extent}`.trimEnd(),
  );
  for (const { operation } of compared.mock.contexts as Fixture[]) {
    count(`${operation.id} compared`);
  }
  const requests = [...asked].map(([line, count]) => `${line} × ${count}`).sort();
  await expect([...found, "", ...requests].join("\n")).toMatchFileSnapshot(
    "catalogue/invariants.txt",
  );
});
