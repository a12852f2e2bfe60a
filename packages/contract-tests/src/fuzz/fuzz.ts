import { isObject } from "@chainkit/openapi";
import fc from "fast-check";
import type { Case, Expectation } from "../cases/case.ts";
import { accepted, refused } from "../cases/expect.ts";
import { requestFor, type Values, valuesFor, withUnusedNames } from "../cases/values.ts";
import { asRead, typesOf } from "../cases/wire.ts";
import type { Context } from "../context.ts";
import type { HttpRequest } from "../http/request.ts";
import type { InvariantOptions } from "../invariants/run.ts";
import type { Finding } from "../judge/finding.ts";
import { inParallel } from "../parallel.ts";
import type { Result } from "../results.ts";
import { validatorOf } from "../schema/validator.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { notApplicable } from "../targets/target.ts";
import { UntriedError } from "../untried.ts";
import { applyWaivers } from "../waivers/apply.ts";
import { valuesOf } from "./arbitrary.ts";

/** Fuzzing options. */
export interface FuzzOptions extends InvariantOptions {
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Values of other types than a text has. */
const WRONG = fc.constantFrom<unknown>(null, 7, true, [], {});

/** Random values of one call. */
type Draw = Readonly<Record<string, unknown>>;

/**
 * Sends random requests to every operation: valid ones, which must be accepted, and nearly valid
 * ones, which must be rejected. A failure is shrunk to the smallest request that still fails.
 */
export async function fuzz(context: Context, options: FuzzOptions): Promise<void> {
  const { selects, concurrency, add } = options;
  const selected = context.operations.filter((operation) =>
    selects({ area: operation.spec.name, operation: operation.id, kind: "fuzz", name: "" }),
  );
  const rounds = Math.ceil(selected.length / concurrency);
  await inParallel(selected, concurrency, async (operation) => {
    add(await fuzzOperation(context, operation, options, options.ms / rounds));
  });
}

async function fuzzOperation(
  context: Context,
  operation: Operation,
  { seed, allowed, isOver }: FuzzOptions,
  ms: number,
): Promise<Result> {
  const began = performance.now();
  const base = { area: operation.spec.name, operation: operation.id, kind: "fuzz" as const };
  const needs =
    operation.auth === "required" ? (["token", "state"] as const) : (["state"] as const);
  const reason = notApplicable(context.target, { operation, needs });
  const [start] = valuesFor(operation, context.target);
  if (reason !== undefined || !start) {
    const name = "random requests";
    return { ...base, name, outcome: "not applicable", reason: reason ?? "", notes: [], ms: 0 };
  }
  let runs = 0;
  const judge = async (draw: Draw) => {
    const { request, expect } = caseOf(context, operation, start, draw);
    const given = await findingsOf(context, operation, request, expect);
    const subject = { operation, kind: "fuzz" as const, name: "random requests" };
    return { request, ...applyWaivers(subject, given, allowed) };
  };
  const property = fc.asyncProperty(drawOf(operation, start), async (draw) => {
    runs += 1;
    return isOver() || (await judge(draw)).findings.length === 0;
  });
  const details = await fc.check(property, {
    seed,
    numRuns: 1_000_000,
    interruptAfterTimeLimit: ms,
    markInterruptAsFailure: false,
  });
  const took = performance.now() - began;
  const smallest = details.failed ? details.counterexample?.[0] : undefined;
  if (smallest === undefined) {
    const name = `random requests (${runs})`;
    return { ...base, name, outcome: "passed", notes: [], ms: took };
  }
  const { request, findings } = await judge(smallest);
  const name = `random requests (seed ${seed}, path ${details.counterexamplePath})`;
  const rule = operation.spec.locate(operation.node);
  const passing = {
    about: "status" as const,
    expected: "the same response to the same request",
    rule,
    actual: "a failure the first time only",
  };
  const failure = {
    request: context.curlLine(request),
    findings: findings.length > 0 ? findings : [passing],
  };
  return { ...base, name, outcome: "failed", failure, notes: [], ms: took };
}

/** Findings of one request; those of the responses that ask to wait, if there is no other. */
async function findingsOf(
  context: Context,
  operation: Operation,
  request: HttpRequest,
  expect: Expectation,
): Promise<readonly Finding[]> {
  try {
    return (await context.exchange(operation, request, expect)).verdict.findings;
  } catch (error) {
    if (error instanceof UntriedError) {
      return error.findings;
    }
    throw error;
  }
}

/** Generates random values for some of the parameters and body fields. */
function drawOf(operation: Operation, start: Values): fc.Arbitrary<Draw> {
  const { spec, parameters, body } = operation;
  const free = parameters.filter(
    ({ clientOption, in: place }) =>
      clientOption === undefined && (place === "path" || place === "query"),
  );
  const ofParameters = free.map(({ name, schema }): [string, fc.Arbitrary<unknown>] => [
    name,
    valuesOf(spec, schema, start.parameters[name]).filter(isSegment),
  ]);
  const properties = keywordsOf(spec, body?.schema).get("properties")?.value;
  const ofBody = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, schema]): [string, fc.Arbitrary<unknown>] => [
      `body.${name}`,
      typesOf(spec, schema).includes("string")
        ? fc.oneof(
            { weight: 3, arbitrary: fc.string().map((text) => `no-such-${text}`) },
            { weight: 1, arbitrary: WRONG },
            {
              weight: 1,
              arbitrary: valuesOf(spec, schema, undefined).map((text) => `no-such-${text}`),
            },
          )
        : fc.oneof(
            { weight: 4, arbitrary: valuesOf(spec, schema, undefined) },
            { weight: 1, arbitrary: WRONG },
          ),
    ],
  );
  return fc.record(Object.fromEntries([...ofParameters, ...ofBody]), { requiredKeys: [] });
}

/** Whether a text is usable as a path segment: empty segments and dots change the path. */
function isSegment(value: unknown): boolean {
  return !["", ".", ".."].includes(String(value)) && String(value).isWellFormed();
}

/** Builds the request of generated values, and its expected response. */
function caseOf(
  context: Context,
  operation: Operation,
  start: Values,
  draw: Draw,
): Pick<Case, "request" | "expect"> {
  const { spec, parameters, body } = operation;
  const validator = validatorOf(spec);
  const names = parameters.filter(({ name }) => name in draw).map(({ name }) => name);
  const drawn = Object.fromEntries(names.map((name) => [name, draw[name]]));
  const fields = Object.entries(draw).filter(([name]) => name.startsWith("body."));
  const whole = withUnusedNames(operation, start).body;
  const values: Values = {
    ...start,
    exists: false,
    parameters: { ...start.parameters, ...drawn },
    ...(body && isObject(whole)
      ? {
          body: {
            ...whole,
            ...Object.fromEntries(fields.map(([name, value]) => [name.slice(5), value])),
          },
        }
      : {}),
  };
  const request = requestFor(operation, values);
  const rule = { part: operation.node, key: "parameters" };
  const changed = parameters.filter(({ name }) => names.includes(name));
  const isInvalid =
    changed.some(
      ({ name, schema }) => validator.faults(schema, asRead(spec, schema, draw[name])).length > 0,
    ) ||
    (body !== undefined && validator.faults(body.schema ?? {}, values.body).length > 0);
  const isOpen = changed.some((parameter) =>
    isUncertain(operation, parameter, draw[parameter.name]),
  );
  const expect = isOpen
    ? { statuses: ["2XX", "4XX"], because: "no request may make the service fail", rule }
    : isInvalid
      ? refused(operation, "the request is invalid", rule)
      : accepted(operation, context.target, values, "the request is valid", rule, false);
  return { request, expect: isOpen ? { ...expect, isForeign: "errors" } : expect };
}

/** Whether the contract does not specify if a value is rejected: free text, and unusual number formats. */
function isUncertain(
  { spec }: Operation,
  { schema, in: place }: Parameter,
  value: unknown,
): boolean {
  const keywords = keywordsOf(spec, schema);
  const isFree = !["pattern", "enum", "const"].some((name) => keywords.has(name));
  const types = typesOf(spec, schema);
  const text = String(value);
  if (types.includes("string")) {
    return isFree;
  }
  const isPlain = /^(0|[1-9]\d{0,14})$/.test(text);
  const isWord = /[a-df-wyz]/i.test(text);
  return !(isPlain || (isWord && place !== "header"));
}
