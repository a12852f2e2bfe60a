import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readDocument } from "@chainkit/openapi/file";
import { expect, test } from "vitest";
import type { Case } from "../src/cases/case.ts";
import { casesOf } from "../src/cases/index.ts";
import type { Setting } from "../src/cases/values.ts";
import { validatorOf } from "../src/schema/validator.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const spec = createSpec("things", await readDocument(fixture("things.yaml")));
const all = operationsOf(spec);
const known = {
  getThing: [{ id: "0xab12", kind: "large" }, { id: "0xcd34" }],
  listThings: [{ limit: 5 }],
};

/** A long text by its beginning and its length. */
const short = (text: string) =>
  text.length > 180 ? `${text.slice(0, 60)}… ${text.length} characters` : text;

/** A case in a line: what is sent, which statuses are right, and what it is for. */
function shown({ kind, name, request, expect: right, needs, valid, covers, varies }: Case): string {
  const { method, target, headers, body, withToken, isAnonymous } = request;
  const { statuses, because: _, rule, ...more } = right;
  const place = spec.locate(rule.part, rule.key).document.split("/").slice(-2).join("/");
  return [
    short(`${kind} / ${name}`),
    `${method} ${short(target)}`,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${short(value)}`),
    ...(body === undefined
      ? []
      : [short(String(body).replaceAll("\r", "\\r").replaceAll("\n", "\\n"))]),
    ...(isAnonymous ? ["anonymous"] : withToken ? ["with token"] : []),
    `${statuses.join(" or ")} by ${place}`,
    ...(needs.length > 0 ? [`needs ${needs.join(", ")}`] : []),
    ...(valid === undefined ? [] : [valid ? "valid" : "invalid"]),
    ...(covers ? [`${covers.side} ${short(covers.constraint)}`] : []),
    ...(varies ? [short(`varies ${Object.values(varies).join(" ")}`)] : []),
    ...Object.entries(more).map(([key, value]) => short(`${key} ${JSON.stringify(value)}`)),
  ].join(" | ");
}

/** All cases; those that another target has as well are left out. */
function casesFor(setting: Setting): string[] {
  const validator = validatorOf(spec);
  return all.flatMap((operation) =>
    casesOf(operation, all, setting, validator).map((each) => `${operation.id} ${shown(each)}`),
  );
}

test("the cases of a document, against a deployment, one of which nothing is known, and a mock", () => {
  const deployment = casesFor({ servesExamples: false, options: {}, known });
  const unknown = casesFor({ servesExamples: false, options: {}, known: {} });
  const mock = casesFor({ servesExamples: true, options: {}, known: {} });
  const seen = new Set(deployment);
  const text = [
    ...deployment,
    "# of which nothing is known",
    ...unknown.filter((each) => !seen.has(each)),
    "# mock",
    ...mock.filter((each) => !seen.has(each)),
    "",
  ].join("\n");
  const file = fixture("cases.txt");
  if (process.env.CHAINKIT_RECORD === "1") {
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, "utf8"));
});
