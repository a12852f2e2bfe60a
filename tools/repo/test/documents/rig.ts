import { isDeepStrictEqual } from "node:util";
import {
  errorsOf,
  type JsonObject,
  type Operation,
  readOperations,
  successesOf,
  usableDocument,
} from "@chainkit/openapi";
import { readApi } from "@chainkit/openapi/api";
import { isApiError } from "@chainkit/runtime";
import fc from "fast-check";
import { readSource } from "../../../../packages/cli/src/commands.ts";
import { runContract } from "../../../../packages/contract-tests/src/run.ts";
import { startMock } from "../../../../packages/mock/src/index.ts";
import { readDocument } from "../../../../packages/openapi/src/file.ts";
import {
  type Caller,
  clientCaller,
  commandCaller,
  mockResponder,
  mswResponder,
  type Responder,
  sentOf,
  suiteCaller,
  toolCallerOf,
} from "./callers.ts";
import type { DocumentFile } from "./files.ts";
import { generate, generatedCaller } from "./generated.ts";
import { responseJudge } from "./responses.ts";
import { samplesOf, type Sample as Values } from "./samples.ts";
import { differences, type Stub, successOf } from "./stub.ts";

export const CONSUMERS = ["generated", "client", "cli", "mcp", "suite", "mock", "msw"] as const;
type Consumer = (typeof CONSUMERS)[number];

/** What becomes of the operations of a document. */
export interface Outcome {
  readonly name: string;
  readonly operations: number;
  /** The operations that each consumer takes. */
  readonly taken: Readonly<Record<Consumer, Set<string>>>;
  /** `<operation> <consumer>: what is wrong`. */
  readonly wrong: string[];
  /** The generated files, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Of a document with more operations, each second, third … is tried: the 1223 of GitHub would take nine minutes. */
const MOST = 250;

/** Among so many random values, one is nearly always valid. */
const SEEDS = Array.from({ length: 30 }, (_, at) => at + 7);

/**
 * Runs a document through every consumer: each operation is called by all clients with the same random values, and
 * the request of the first is sent to both mocks. What arrives is what was given, all send the same, what is read is
 * what was sent, and what a mock makes satisfies its schema and can be read.
 */
export async function tryDocument({ name, file }: DocumentFile, stub: Stub): Promise<Outcome> {
  const whole = await readDocument(file);
  const { document } = usableDocument(whole);
  const api = readApi(name, whole, true);
  const generated = await generate(file);
  const wrong: string[] = [];
  for (const { operation, where, what, fix } of generated.problems) {
    if (!where || !what || !fix) {
      wrong.push(`${operation} generated: refused without place or fix`);
    }
  }
  const callers = {
    generated: await generatedCaller(generated, stub.url),
    client: clientCaller(api, stub.url),
    cli: commandCaller(await readSource(file), stub.url),
    mcp: toolCallerOf(api, stub.url),
    suite: suiteCaller(document, stub.url),
  };
  const mock = await startMock({ specs: [file] });
  const responders = {
    mock: mockResponder(mock.url),
    msw: mswResponder(whole, stub.url),
  };
  const all = readOperations(document);
  const step = Math.ceil(all.length / MOST);
  const operations = all.filter(({ id }, at) => at % step === 0 && !api.refused.has(id));
  const taken = Object.fromEntries(CONSUMERS.map((each) => [each, new Set<string>()]));
  const outcome = {
    name,
    operations: operations.length,
    taken: taken as Outcome["taken"],
    wrong,
    files: generated.area.files,
  };
  try {
    for (const operation of operations) {
      const { params } = api.describe(operation.id);
      const context = { document, operation, stub, outcome };
      const sample = await sampleOf(context, params, callers.client);
      if (sample) {
        await tryOperation({ ...context, sample }, callers, responders);
      }
    }
  } finally {
    await mock.close();
  }
  return outcome;
}

/** What the contract suite finds wrong with a mock of the same document: nothing, if both read it the same. */
export async function suiteFailures({ file }: DocumentFile): Promise<string[]> {
  const { results, verdict, reasons, omitted } = await runContract({ specs: [file], seed: 1 });
  const failed = results
    .filter(({ outcome }) => outcome === "failed")
    .map(
      ({ operation, kind, name: title, failure }) =>
        `${operation} ${kind} ${title}: ${JSON.stringify(failure?.findings)}`,
    );
  return verdict === "kept"
    ? [...omitted, ...failed]
    : [verdict, ...reasons, ...omitted, ...failed];
}

interface Sample extends Values {
  readonly isValid: boolean;
}

interface Context {
  readonly document: JsonObject;
  readonly operation: Operation;
  readonly sample: Sample;
  readonly stub: Stub;
  readonly outcome: Outcome;
}

async function tryOperation(
  context: Context,
  callers: Readonly<Record<Exclude<Consumer, "mock" | "msw">, Caller>>,
  responders: Readonly<Partial<Record<"mock" | "msw", Responder>>>,
): Promise<void> {
  const { document, operation, sample, outcome } = context;
  const byClient = await called(context, "client", callers.client);
  if (!byClient) {
    return;
  }
  outcome.wrong.push(
    ...(await differences(document, operation, sample, byClient)).map(
      (what) => `${operation.id} client: ${what}`,
    ),
  );
  const others: Consumer[] = ["generated", "cli", ...(sample.isValid ? ["mcp" as const] : [])];
  for (const name of others) {
    const sent = await called(context, name, callers[name as keyof typeof callers]);
    const [actual, expected] = [sent ?? byClient, byClient].map((each) => sentOf(each, operation));
    if (!isDeepStrictEqual(actual, expected)) {
      const what = `sent ${JSON.stringify(actual)}, the client ${JSON.stringify(expected)}`;
      outcome.wrong.push(`${operation.id} ${name}: ${what}`);
    }
  }
  const bySuite = await called(context, "suite", callers.suite);
  if (bySuite) {
    const found = await differences(document, operation, sample, bySuite);
    outcome.wrong.push(...found.map((what) => `${operation.id} suite: ${what}`));
  }
  if (sample.isValid) {
    for (const [name, respond] of Object.entries(responders)) {
      await tryMock(context, name as "mock" | "msw", await respond(byClient), callers.client);
    }
  }
}

/** Lets a consumer call the operation. @returns What arrived; undefined if it does not take the operation. */
async function called({ operation, sample, stub, outcome }: Context, name: Consumer, call: Caller) {
  const { id } = operation;
  const { status, media } = successOf(operation);
  // A server sends a type, where a range is documented.
  const isRange = media?.type.includes("*") ?? false;
  const isText =
    media !== undefined && (isRange ? typeof sample.response === "string" : !media.isJson);
  const isStream = media !== undefined && /^text\/event-stream/.test(media.type);
  const { response } = sample;
  const written = isText && !(isStream && typeof response === "object");
  const plain = written ? String(response) : JSON.stringify(response);
  const text = isStream ? `${plain.replace(/^/gm, "data: ")}\n\n` : plain;
  const type = isRange ? (isText ? "text/plain" : "application/json") : media?.type;
  stub.next = { status, ...(type === undefined ? {} : { type, text }) };
  stub.received.length = 0;
  try {
    const data = await call(id, sample.given);
    const hasData = name === "generated" || name === "client";
    if (hasData && media && stub.received.length > 0 && !(await isRead(data, text, isText))) {
      outcome.wrong.push(`${id} ${name}: read ${text} as ${JSON.stringify(data)}`);
    }
  } catch (error) {
    outcome.wrong.push(`${id} ${name}: ${error instanceof Error ? error.message : error}`);
  }
  const [received] = stub.received;
  if (received) {
    outcome.taken[name].add(id);
  }
  return received;
}

/** Whether the data of a call are what was sent: a text, JSON, or events of one of these. */
async function isRead(data: unknown, text: string, isText: boolean): Promise<boolean> {
  if (isAsyncIterable(data)) {
    const events: unknown[] = [];
    for await (const event of data) {
      events.push((event as { readonly data: unknown }).data);
    }
    const blocks = text.split("\n\n").filter((block) => block.startsWith("data:"));
    const sent = blocks.map((block) => block.replaceAll(/^data: ?/gm, ""));
    return isDeepStrictEqual(
      events,
      sent.map((each, at) => (typeof events[at] === "string" ? each : JSON.parse(each))),
    );
  }
  if (data instanceof Blob) {
    return (await data.text()) === text;
  }
  return isText ? data === text : isDeepStrictEqual(data, JSON.parse(text));
}

function isAsyncIterable(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === "object" && data !== null && Symbol.asyncIterator in data;
}

const judges = new WeakMap<JsonObject, ReturnType<typeof responseJudge>>();

/** Checks that what a mock responds satisfies its schema, and that the client reads it. */
async function tryMock(
  { document, operation, sample, stub, outcome }: Context,
  name: "mock" | "msw",
  response: Awaited<ReturnType<Responder>>,
  client: Caller,
): Promise<void> {
  const { status, type, text } = response;
  if (status === 501) {
    return;
  }
  const { id } = operation;
  outcome.taken[name].add(id);
  // Without a documented success, it responds with what is documented.
  if (status >= 300 && successesOf(operation.responses).length > 0) {
    outcome.wrong.push(`${id} ${name}: ${status} ${text}`);
  }
  if (status >= 300 || text === "") {
    return;
  }
  const judge = judges.get(document) ?? responseJudge(document);
  judges.set(document, judge);
  const why = judge(operation, response);
  if (why !== undefined) {
    outcome.wrong.push(`${id} ${name}: the body does not satisfy its schema: ${why}`);
  }
  stub.next = { status, type, text };
  try {
    const data = await client(id, sample.given);
    const isJson = /\bjson\b/.test(type);
    if (!(await isRead(data, text, !isJson))) {
      outcome.wrong.push(`${id} ${name}: the client reads ${text} as ${JSON.stringify(data)}`);
    }
  } catch (error) {
    outcome.wrong.push(`${id} ${name}: the client cannot read ${text}: ${error}`);
  }
}

/**
 * Random values for an operation that can be sent, valid ones if possible: they may break what they are not made from,
 * such as `multipleOf`. A style may have no form for values, such as an empty list, which the client then refuses.
 */
async function sampleOf(
  { document, operation, stub, outcome }: Omit<Context, "sample">,
  params: JsonObject,
  client: Caller,
): Promise<Sample | undefined> {
  const all = samplesOf(document, operation);
  stub.next = { status: 400 };
  let invalid: Sample | undefined;
  let refusal = "";
  for (const seed of SEEDS) {
    const values = valuesFrom(all, seed);
    const sample = values && { ...values, isValid: isFit(params, values.given) };
    if (!sample || (invalid && !sample.isValid)) {
      continue;
    }
    const error = await client(operation.id, sample.given).catch((failure) => failure);
    if (isApiError(error) && error.kind === "input") {
      refusal = error.message;
    } else if (sample.isValid) {
      return sample;
    } else {
      invalid = sample;
    }
  }
  if (!invalid && refusal !== "") {
    outcome.wrong.push(`${operation.id} client: refuses all values, at last: ${refusal}`);
  }
  return invalid;
}

/** Undefined if no values can be made. */
function valuesFrom(all: fc.Arbitrary<Values>, seed: number): Values | undefined {
  try {
    return fc.sample(all, { numRuns: 1, seed })[0];
  } catch (error) {
    // fast-check makes no text of a pattern that looks around.
    if (error instanceof Error && /^no value found|not implemented yet/.test(error.message)) {
      return undefined;
    }
    throw error;
  }
}

/** Whether parameters are valid by the schema of an operation; bytes are a text there. */
function isFit(schema: JsonObject, given: object): boolean {
  const texts = Object.entries(given).map(([name, value]) => [
    name,
    value instanceof Blob ? "" : value,
  ]);
  return errorsOf(schema, schema, Object.fromEntries(texts), "request").length === 0;
}
