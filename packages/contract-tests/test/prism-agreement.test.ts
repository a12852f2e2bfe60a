import { expect, test } from "vitest";
import type { Verdict } from "../src/judge/judge.ts";
import { disagreements } from "../src/judge/prism-agreement.ts";

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
