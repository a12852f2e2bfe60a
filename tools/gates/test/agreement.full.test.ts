import { join } from "node:path";
import { readOperations, successesOf } from "@chainkit/openapi";
import { readApi } from "@chainkit/openapi/api";
import { repositoryRoot } from "@chainkit/spec";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSource } from "../../../packages/cli/src/document-commands.ts";
import { startMock } from "../../../packages/mock/src/index.ts";
import { readDocument } from "../../../packages/openapi/src/file.ts";
import { type PublicFile, publicFiles } from "../../codegen/test/corpus/files.ts";
import { differences, type Stub, startStub, successOf } from "../../codegen/test/corpus/stub.ts";
import { samplesOf } from "../../codegen/test/corpus/try.ts";
import { clientCaller, commandCaller, mswOf, sentOf, statusOfMock } from "./agreement/callers.ts";

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

/** What becomes of the operations of a document: how many each consumer takes. */
interface Row {
  readonly name: string;
  operations: number;
  client: number;
  cli: number;
  mock: number;
  msw: number;
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
  const msw = mswOf(document, stub.url);
  const operations = readOperations(document);
  const row: Row = { name, operations: operations.length, client: 0, cli: 0, mock: 0, msw: 0 };
  rows.push(row);
  // A document of which Prism would not validate a part is refused as a whole, with the place.
  const mock = await startMock({ specs: [file] }).catch(({ message }: Error) => {
    expect(message).toMatch(/: Prism would skip this schema: /);
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
      const [sample] = fc.sample(samplesOf(document, operation), { numRuns: 1, seed: 7 });
      const { given = {}, response } = sample ?? {};
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
      stub.received.length = 0;
      await command(id, given).catch(({ message }: Error) => note("cli", message));
      const [byCommand] = stub.received;
      if (byCommand) {
        row.cli += 1;
        expect.soft(sentOf(byCommand, operation), id).toEqual(sentOf(byClient, operation));
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
  expect(disagreements).toEqual([]);
});

test("the table of all of them", () => {
  const columns = ["operations", "client", "cli", "mock", "msw"] as const;
  const total = columns.map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  const lines = rows.map((row) => [row.name, ...columns.map((column) => row[column])]);
  const table = [["document", ...columns], ...lines, ["all", ...total]];
  process.stdout.write(`${table.map((cells) => cells.join(" | ")).join("\n")}\n`);
  expect(total[1]).toBeGreaterThan(50);
});
