import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readOperations, successesOf } from "@chainkit/openapi";
import { readApi } from "@chainkit/openapi/api";
import { repositoryRoot } from "@chainkit/spec";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSource } from "../../../packages/cli/src/document-commands.ts";
import { credentialOf } from "../../../packages/contract-tests/src/http/credential.ts";
import { startMock } from "../../../packages/mock/src/index.ts";
import { fault } from "../../../packages/msw/src/schema.ts";
import { readDocument } from "../../../packages/openapi/src/file.ts";
import { type PublicFile, publicFiles } from "../../codegen/test/corpus/files.ts";
import { differences, type Stub, startStub, successOf } from "../../codegen/test/corpus/stub.ts";
import { samplesOf } from "../../codegen/test/corpus/try.ts";
import {
  clientCaller,
  commandCaller,
  mswOf,
  sentOf,
  statusOfMock,
  suiteCaller,
  toolCallerOf,
} from "./agreement/callers.ts";

const isThorough = process.env.CHAINKIT_THOROUGH === "1";
/** In each run: two whole APIs, and one document per feature. */
const USUAL =
  /galaxy|3\.1\/(petstore|security|webhooks|train-travel)|3\.0\/(parameters-style|multipart-form-data|cats|uspto)/;
const museum: PublicFile = {
  name: "museum",
  file: join(repositoryRoot, "packages/openapi/test/documents/museum.yaml"),
};
const files = [
  museum,
  ...(await publicFiles(isThorough)).filter(({ name }) => isThorough || USUAL.test(name)),
];

/** Among so many random values, one is nearly always valid. */
const SAMPLES = 30;

/** A random value. @throws Error if hardly any value is wanted. */
function firstOf<Value>(values: fc.Arbitrary<Value>, seed: number): Value {
  const [first] = fc.sample(values, { numRuns: 1, seed });
  if (first === undefined) {
    throw new Error(`no value of seed ${seed}`);
  }
  return first;
}

/** Whether parameters are valid by the schema of an operation; bytes are what no schema describes. */
function isFit(schema: Readonly<Record<string, unknown>>, given: object): boolean {
  return Object.values(given).some((value) => value instanceof Blob) || !fault(schema, given);
}

/** What becomes of the operations of a document: how many each consumer takes. */
interface Row {
  readonly name: string;
  operations: number;
  client: number;
  cli: number;
  mcp: number;
  suite: number;
  mock: number;
  msw: number;
  disagreements: number;
}
const rows: Row[] = [];
let stub: Stub;
beforeAll(async () => {
  stub = await startStub();
});
afterAll(() => stub.close());

test.each(files)("all consumers agree on $name", async ({ name, file }) => {
  const document = await readDocument(file);
  const api = readApi(name, document, true);
  const commands = await readSource(file);
  const client = clientCaller(api, stub.url);
  const command = commandCaller(commands, stub.url);
  const tool = toolCallerOf(api, stub.url);
  const suite = suiteCaller(document, stub.url);
  const msw = mswOf(document, stub.url);
  const operations = readOperations(document);
  // Their base URL is the document's own, which only an option of a client replaces.
  const servers = new Set(
    api.rules.operations.filter(({ rule }) => rule.server !== undefined).map(({ id }) => id),
  );
  const row: Row = {
    name,
    operations: operations.length,
    client: 0,
    cli: 0,
    mcp: 0,
    suite: 0,
    mock: 0,
    msw: 0,
    disagreements: 0,
  };
  rows.push(row);
  // A document of which Prism would not validate a part is refused as a whole, with the place.
  const mock = await startMock({ specs: [file] }).catch(({ message }: Error) => {
    expect(message).toMatch(/: Prism would skip this schema: |jsonSchemaDialect must be /);
  });
  const disagreements: string[] = [];
  try {
    for (const operation of operations) {
      const { id } = operation;
      const note = (consumer: string, what: string) =>
        disagreements.push(`${id} ${consumer}: ${what}`);
      if (api.refused.has(id)) {
        continue;
      }
      // Random values may break what they are not made from, such as `multipleOf`: three consumers would refuse them.
      const all = samplesOf(document, operation);
      const { params = {} } = api.operations.find((each) => each.id === id) ?? {};
      const seeds = Array.from({ length: SAMPLES }, (_, at) => at + 7);
      const seed = seeds.find((each) => isFit(params, firstOf(all, each).given)) ?? 7;
      const sample = firstOf(all, seed);
      const { given, response } = sample;
      const isValid = isFit(params, given);
      const { status, media } = successOf(operation);
      const isText = media !== undefined && !media.isJson && media.type !== "*/*";
      const text = isText ? String(response) : JSON.stringify(response);
      stub.next = { status, ...(media ? { type: media.type, text } : {}) };
      stub.received.length = 0;
      await client(id, given).catch(({ message }: Error) => note("client", message));
      const [byClient] = stub.received;
      if (!byClient) {
        continue;
      }
      row.client += 1;
      for (const each of await differences(document, operation, given, byClient)) {
        note("client", each);
      }
      const noteDifference = (consumer: string, request: Stub["received"][number]) => {
        const [sent, expected] = [request, byClient].map((each) => sentOf(each, operation));
        if (!isDeepStrictEqual(sent, expected)) {
          note(consumer, `sent ${JSON.stringify(sent)}, the client ${JSON.stringify(expected)}`);
        }
      };
      stub.received.length = 0;
      const isElsewhere = servers.has(id);
      if (!isElsewhere) {
        await command(id, given).catch(({ message }: Error) => note("cli", message));
      }
      const [byCommand] = stub.received;
      if (byCommand) {
        row.cli += 1;
        noteDifference("cli", byCommand);
      }
      stub.received.length = 0;
      const isCalled = isValid && !isElsewhere && (await tool(id, given));
      if (isCalled && stub.received.length === 0) {
        note("mcp", "sent nothing");
      }
      const [byTool] = stub.received;
      if (byTool) {
        row.mcp += 1;
        noteDifference("mcp", byTool);
      }
      stub.received.length = 0;
      await suite(id, given).catch(({ message }: Error) => note("suite", message));
      const [bySuite] = stub.received;
      if (bySuite) {
        row.suite += 1;
        // It sends one credential, where a client may send another of the alternatives.
        const security = [[{ name: "", scopes: [], credential: credentialOf(operation) }]];
        const single = { ...operation, security };
        for (const each of await differences(document, single, given, bySuite)) {
          note("suite", each);
        }
      }
      if (!isValid) {
        continue;
      }
      // Without a documented success, it responds with what is documented.
      const isRight = (code: number) => code < 300 || successesOf(operation.responses).length === 0;
      const mocked = mock ? await statusOfMock(mock.url, byClient) : 501;
      row.mock += mocked === 501 ? 0 : 1;
      if (!isRight(mocked) && mocked !== 501) {
        note("mock", `${mocked}`);
      }
      const handled = await msw(byClient);
      row.msw += handled === 501 ? 0 : 1;
      if (!isRight(handled) && handled !== 501) {
        note("msw", `${handled}`);
      }
    }
  } finally {
    await mock?.close();
  }
  row.disagreements = disagreements.length;
  expect(disagreements).toEqual([]);
});

test("the table of all of them", () => {
  const columns = [
    ...(["operations", "client", "cli", "mcp", "suite", "mock", "msw"] as const),
    "disagreements" as const,
  ];
  const total = columns.map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  const lines = rows.map((row) => [row.name, ...columns.map((column) => row[column])]);
  const table = [["document", ...columns], ...lines, ["all", ...total]];
  process.stdout.write(`${table.map((cells) => cells.join(" | ")).join("\n")}\n`);
  expect(total[1]).toBeGreaterThan(50);
});
