import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Operation, readOperations, successesOf } from "@chainkit/openapi";
import { readApi } from "@chainkit/openapi/api";
import { repositoryRoot } from "@chainkit/spec";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSource } from "../../../../packages/cli/src/document-commands.ts";
import { credentialOf } from "../../../../packages/contract-tests/src/http/credential.ts";
import { startMock } from "../../../../packages/mock/src/index.ts";
import { fault } from "../../../../packages/msw/src/schema.ts";
import { readDocument } from "../../../../packages/openapi/src/file.ts";
import { type PublicFile, publicFiles } from "../../../codegen/test/corpus/files.ts";
import { differences, type Stub, startStub, successOf } from "../../../codegen/test/corpus/stub.ts";
import { samplesOf } from "../../../codegen/test/corpus/try.ts";
import {
  clientCaller,
  commandCaller,
  mswOf,
  sentOf,
  statusOfMock,
  suiteCaller,
  toolCallerOf,
} from "./agreement/callers.ts";

type Json = Readonly<Record<string, unknown>>;

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

/** Of a document with more operations, each second, third … is tried: the 1223 of GitHub would take nine minutes. */
const MOST = 250;

/** Among so many random values, one is nearly always valid. */
const SEEDS = Array.from({ length: 30 }, (_, at) => at + 7);

/**
 * Random values for an operation, valid ones if possible: they may break what they are not made from, such as
 * `multipleOf`. None if no values can be sent, such as objects of a style that knows members only.
 */
function sampleOf(document: Json, operation: Operation, params: Json) {
  const all = samplesOf(document, operation);
  const samplesFrom = (seed: number) => fc.sample(all, { numRuns: 1, seed });
  const isValid = ({ given }: { given: object }) => isFit(params, given);
  try {
    const sample = SEEDS.values().flatMap(samplesFrom).find(isValid) ?? samplesFrom(7)[0];
    return sample && { ...sample, isValid: isValid(sample) };
  } catch (error) {
    if (/^no value found/.test((error as Error).message)) {
      return undefined;
    }
    throw error;
  }
}

/** Whether parameters are valid by the schema of an operation; bytes are a text there. */
function isFit(schema: Json, given: object): boolean {
  const texts = Object.entries(given).map(([name, value]) => [
    name,
    value instanceof Blob ? "" : value,
  ]);
  return !fault(schema, Object.fromEntries(texts));
}

const CONSUMERS = ["client", "cli", "mcp", "suite", "mock", "msw"] as const;
type Consumer = (typeof CONSUMERS)[number];

/** What becomes of the operations of a document. */
interface Row {
  readonly name: string;
  readonly operations: number;
  /** The operations that each consumer takes. */
  readonly taken: Readonly<Record<Consumer, Set<string>>>;
  readonly disagreements: readonly string[];
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
  const all = readOperations(document);
  const step = Math.ceil(all.length / MOST);
  const operations = all.filter((_, at) => at % step === 0);
  // Their base URL is the document's own, which only an option of a client replaces.
  const servers = new Set(
    api.rules.operations.filter(({ rule }) => rule.server !== undefined).map(({ id }) => id),
  );
  const disagreements: string[] = [];
  const taken = {
    client: new Set<string>(),
    cli: new Set<string>(),
    mcp: new Set<string>(),
    suite: new Set<string>(),
    mock: new Set<string>(),
    msw: new Set<string>(),
  };
  rows.push({ name, operations: operations.length, taken, disagreements });
  // A document of which Prism would not validate a part is refused as a whole, with the place.
  const mock = await startMock({ specs: [file] }).catch(({ message }: Error) => {
    expect(message).toMatch(/: Prism would skip this schema: |jsonSchemaDialect must be /);
  });
  try {
    for (const operation of operations) {
      const { id } = operation;
      const note = (consumer: Consumer, what: string) =>
        disagreements.push(`${id} ${consumer}: ${what}`);
      if (api.refused.has(id)) {
        continue;
      }
      const { params } = api.describe(id);
      const sample = sampleOf(document, operation, params);
      if (!sample) {
        continue;
      }
      const { given, response, isValid } = sample;
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
      taken.client.add(id);
      for (const each of await differences(document, operation, given, byClient)) {
        note("client", each);
      }
      const noteDifference = (consumer: Consumer, request: Stub["received"][number]) => {
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
        taken.cli.add(id);
        noteDifference("cli", byCommand);
      }
      stub.received.length = 0;
      const isCalled = isValid && !isElsewhere && (await tool(id, given));
      if (isCalled && stub.received.length === 0) {
        note("mcp", "sent nothing");
      }
      const [byTool] = stub.received;
      if (byTool) {
        taken.mcp.add(id);
        noteDifference("mcp", byTool);
      }
      stub.received.length = 0;
      await suite(id, given).catch(({ message }: Error) => note("suite", message));
      const [bySuite] = stub.received;
      if (bySuite) {
        taken.suite.add(id);
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
      const hasSuccess = successesOf(operation.responses).length > 0;
      const noteStatus = (consumer: Consumer, code: number) => {
        if (code >= 300 && hasSuccess) {
          note(consumer, `${code}`);
        }
      };
      const mocked = mock ? await statusOfMock(mock.url, byClient) : 501;
      if (mocked !== 501) {
        taken.mock.add(id);
        noteStatus("mock", mocked);
      }
      const handled = await msw(byClient);
      if (handled !== 501) {
        taken.msw.add(id);
        noteStatus("msw", handled);
      }
    }
  } finally {
    await mock?.close();
  }
  expect(disagreements).toEqual([]);
});

test("the table of all of them", () => {
  const cells = rows.map(({ operations, taken, disagreements }) => {
    const counts = CONSUMERS.map((consumer) => taken[consumer].size);
    const every = CONSUMERS.reduce((ids, each) => ids.intersection(taken[each]), taken.client);
    return [operations, ...counts, every.size, disagreements.length];
  });
  const columns = ["operations", ...CONSUMERS, "every", "disagreements"];
  const total = columns.map((_, at) => cells.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  const lines = cells.map((each, at) => [rows[at]?.name, ...each]);
  const table = [["document", ...columns], ...lines, ["all", ...total]];
  process.stdout.write(`${table.map((line) => line.join(" | ")).join("\n")}\n`);
  expect(total[1]).toBeGreaterThan(50);
});
