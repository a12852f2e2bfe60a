import { expect, test } from "vitest";
import type { Case } from "../src/cases/case.ts";
import { constraintsOf } from "../src/cases/constraint.ts";
import { casesOf } from "../src/cases/index.ts";
import type { CallParams } from "../src/cases/values.ts";
import { locationText } from "../src/judge/finding.ts";
import { validatorOf } from "../src/schema/validator.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";
import { shopDocument } from "./cases/shop.ts";

const spec = createSpec("shop", shopDocument);
const operations = operationsOf(spec);

/** A case in two lines: what it is and sends, and what it expects. */
function shown({ kind, name, request, expect: expected, needs, valid, covers, varies }: Case) {
  const { target, method, headers, body, withToken, isAnonymous } = request;
  const { statuses, because, rule, ...more } = expected;
  const sent = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const text = typeof body === "string" ? body : body && Buffer.from(body).toString("latin1");
  const access = [withToken && "token", isAnonymous && "anonymous"].filter(Boolean);
  const place = locationText(spec.locate(rule.part, rule.key)).split("/").slice(-2).join("/");
  const traits = JSON.stringify({ valid, ...varies, ...more, needs, side: covers?.side });
  return [
    `${kind} / ${name} | ${[method, target, ...sent, text, ...access].filter(Boolean).join(" ")}`,
    `  ${statuses.join()} ${because} | ${place} | ${covers?.constraint ?? ""} ${traits}`,
  ]
    .join("\n")
    .replace(/(.{20})\1{3,}/gs, "$1…");
}

function casesWith(servesExamples: boolean, known: Record<string, CallParams[]>): string[] {
  const setting = { servesExamples, options: { shop: "south" }, known };
  return operations.flatMap((operation) => [
    `## ${operation.id}`,
    ...casesOf(operation, operations, setting, validatorOf(spec)).map(shown),
  ]);
}

test("the cases of a document, on a mock", async () => {
  const constraints = operations.map((operation) => [operation.id, constraintsOf(operation)]);
  const lines = constraints.map(([id, all]) => `${id}: ${JSON.stringify(all)}`);
  const text = [...casesWith(true, {}), "## Constraints", ...lines].join("\n");
  await expect(`${text}\n`).toMatchFileSnapshot("./cases/mock.txt");
});

test("on a deployment whose values are known, other calls are made, and less is certain", async () => {
  const known = {
    getItem: [{ id: 41 }, { id: 42, "X-Trace": "t" }],
    createItem: [{ name: "known" }],
  };
  const mock = new Set(casesWith(true, {}));
  const others = casesWith(false, known).filter(
    (each) => !mock.has(each) && !/^(hostile|negative|preferred|method) /.test(each),
  );
  await expect(`${others.join("\n")}\n`).toMatchFileSnapshot("./cases/deployment.txt");
});
