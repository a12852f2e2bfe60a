import { startMock } from "@chainkit/mock";
import { expect, test } from "vitest";
import { createSender } from "../src/http/send.ts";
import { judge, type Verdict } from "../src/judge/judge.ts";
import { disagreements } from "../src/judge/prism-agreement.ts";
import { loadSpecs } from "../src/spec/load.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";

const kept: Verdict = { findings: [], notes: [], status: "200" };
const broken: Verdict = {
  ...kept,
  findings: [
    {
      kind: "schema",
      status: 200,
      pointer: "/code",
      expected: "must be integer",
      actual: "y",
      rule: { document: "x" },
    },
  ],
};

const answer = (...sides: string[]) => ({
  status: 200,
  body: Buffer.alloc(0),
  headers:
    sides.length === 0
      ? {}
      : {
          "sl-violations": JSON.stringify(
            sides.map((side) => ({
              location: [side, "body"],
              severity: "Error",
              message: "is wrong",
            })),
          ),
        },
});

test.each([
  ["both content", kept, answer(), true, 0],
  ["both see the answer's fault", broken, answer("response"), true, 0],
  ["both see the request's fault", kept, answer("request"), false, 0],
  ["only Prism sees a fault in the answer", kept, answer("response"), true, 1],
  ["only the judge sees a fault in the answer", broken, answer(), true, 1],
  ["only Prism sees a fault in the request", kept, answer("request"), true, 1],
  ["only the judge sees a fault in the request", kept, answer(), false, 1],
])("%s", (_, verdict, response, valid, count) => {
  expect(disagreements(verdict, response, valid)).toHaveLength(count);
});

test("both report an example that breaks its schema", async () => {
  const specs = await loadSpecs();
  for (const { name, document } of specs) {
    const wrong = structuredClone(document) as Record<string, never>;
    const spec = createSpec(name, wrong);
    const [operation] = operationsOf(spec);
    const media = operation?.responses.find(({ status }) => status === "200")?.media[0];
    const [example] = media?.examples.values() ?? [];
    const [first = ""] = Object.keys(example as object);
    (example as Record<string, unknown>)[first] = [42];

    const mock = await startMock({ specs: [wrong] });
    const sender = createSender(mock.url, { token: "any", timeoutMs: 5000 });
    const target = operation?.path.replace(/\{[^}]*\}/g, "ethereum") ?? "";
    const parameters = operation?.parameters ?? [];
    const path = parameters.reduce(
      (at, each) => at.replace(`{${each.name}}`, String([...each.examples.values()][0])),
      operation?.path ?? target,
    );
    const body = operation?.body && JSON.stringify([...operation.body.examples.values()][0]);
    const response = await sender.send({
      method: operation?.method ?? "GET",
      target: path,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      withToken: true,
      ...(body === undefined ? {} : { body }),
    });
    const expect200 = {
      statuses: ["200"],
      because: "it is valid",
      rule: { part: operation?.node ?? {} },
    };
    const verdict = judge(operation as never, expect200, response, true);
    sender.close();
    await mock.close();
    expect(verdict.findings, name).not.toEqual([]);
    expect(response.headers["sl-violations"], name).toContain("response");
    expect(disagreements(verdict, response, true)).toEqual([]);
  }
});
