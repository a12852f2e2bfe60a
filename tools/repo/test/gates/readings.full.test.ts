import { readOperations } from "@chainkit/openapi";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../packages/server/test/support/thorough.ts";
import { typeErrors } from "../../../codegen/test/support.ts";
import {
  generated,
  meant,
  mocked,
  read,
  sampled,
  served,
  suiteFailures,
  toured,
  written,
} from "./readings/consumers.ts";
import { bodyValue, documentOf } from "./readings/document.ts";
import {
  authOf,
  hasClient,
  isWhole,
  type OperationModel,
  operationModels,
} from "./readings/models.ts";
import { requestsOf } from "./readings/requests.ts";

const RUNS = times(10, 25);
/** Their types are compiled together. */
const TYPE_RUNS = times(8, 20);
/** Ends the search for a smaller failing document. */
const LIMIT_MS = 20_000;
/** The suite sends some hundred requests per document. */
const SUITE_RUNS = times(3, 5);

/** Checks a property of random documents, the same ones each time. */
async function check(
  property: (document: Record<string, unknown>, models: OperationModel[]) => Promise<void>,
  numRuns: number = RUNS,
): Promise<void> {
  const documents = fc.asyncProperty(operationModels, (models) =>
    property(documentOf(models), models),
  );
  await fc.assert(documents, { numRuns, seed: 1, interruptAfterTimeLimit: LIMIT_MS });
}

/** Calls that must compile, and calls that must not. */
function typedCalls(models: readonly OperationModel[], from: string): string {
  const calls = models.flatMap((model) => {
    const type = `import("${from}").${model.id.replace("o", "O")}Params`;
    return requestsOf(model)
      .filter(({ title }) => /^(all|what|without|no body|a body)/.test(title))
      .map(({ status, values }) => {
        const call = `(): ${type} => (${JSON.stringify(values)}),\n`;
        return status === 200
          ? call
          : `// @ts-expect-error Something required is missing.\n${call}`;
      });
  });
  return `export const calls = [\n${calls.join("")}];\n`;
}

const isServable = ({ parameters }: OperationModel) =>
  parameters.every((each) => each.in !== "header");

test("the reader reads documents as intended", async () => {
  await check(async (document, models) => {
    const limits = / <= \d+$/;
    const expected = models.map(meant).map(({ parameters, ...rest }) => ({
      ...rest,
      parameters: parameters.map((each) => each.replace(limits, "")),
    }));
    expect(readOperations(document).map(read)).toEqual(expected);
  });
});

test("the generated table and descriptions agree", async () => {
  await check(async (_, all) => {
    const models = all.filter(hasClient);
    await using source = await written(documentOf(models));
    const { readings, described } = await generated(source.file);
    const expected = models.map((model) => [model.id, meant(model)] as const);
    expect(readings).toEqual(Object.fromEntries(expected));
    const shown = expected.map(([id, { body, ...rest }]) => {
      return [id, { ...rest, body: body === "fields!" ? "a! b?" : body }];
    });
    expect(described).toEqual(Object.fromEntries(shown));
  });
});

test("the generator rejects credentials that clients cannot send", async () => {
  await check(async (_, all) => {
    for (const model of all.filter((each) => !hasClient(each))) {
      await using source = await written(documentOf([model]));
      await expect(generated(source.file)).rejects.toThrow(/certificate is not supported/);
    }
  });
});

test("the generated types accept what is required, and no less", async () => {
  const files = new Map<string, string>();
  for (const [at, models] of fc
    .sample(operationModels, { numRuns: TYPE_RUNS, seed: 1 })
    .entries()) {
    await using source = await written(documentOf(models.filter(hasClient)));
    const { files: code } = await generated(source.file);
    files.set(`types${at}.ts`, code.get("types.ts") ?? "");
    const operations = code.get("operations.ts") ?? "";
    files.set(`operations${at}.ts`, operations.replaceAll("./types.ts", `./types${at}.ts`));
    files.set(`calls${at}.ts`, typedCalls(models.filter(hasClient), `./operations${at}.ts`));
  }
  expect(await typeErrors(files)).toBe("");
});

test("the mock responds accordingly", async () => {
  await check(async (document, models) => {
    const requests = models.flatMap(requestsOf);
    const statuses = await mocked(document, requests);
    const titles = requests.map(({ title, target }, at) => `${target} ${title}: ${statuses[at]}`);
    expect(titles).toEqual(
      requests.map(({ title, target, status }) => `${target} ${title}: ${status}`),
    );
  });
});

test("the service responds accordingly, and its handlers receive what clients send", async () => {
  await check(async (document, models) => {
    await using source = await written(document);
    const servable = models.filter(isServable);
    const call = await served(
      source.folder,
      servable.map(({ id }) => id),
    );
    for (const request of servable.flatMap(requestsOf)) {
      const { title, target, status, values } = request;
      const expected = [`${target} ${title}`, status, status === 200 ? values : undefined];
      expect([`${target} ${title}`, ...(await call(request))]).toEqual(expected);
    }
  });
});

test("the contract suite agrees with the mock about every request that it sends", async () => {
  await check(async (document) => {
    expect(await suiteFailures(document)).toEqual([]);
  }, SUITE_RUNS);
});

test("samples and the tour send what is required, and no more", async () => {
  await check(async (document, models) => {
    for (const [at, operation] of readOperations(document).entries()) {
      const model = models[at] as OperationModel;
      const [, minimal] = requestsOf(model);
      const headers = model.parameters.filter((each) => each.in === "header" && each.required);
      expect(sampled(operation)).toEqual({
        target: minimal?.target,
        headers: [
          ...(authOf(model) === "required" ? ["Authorization"] : []),
          ...headers.map(({ name }) => name),
        ].sort(),
        body: model.body ? bodyValue(model.body) : undefined,
      });
      const { body } = model;
      const sent = body && (isWhole(body) ? { body: bodyValue(body) } : bodyValue(body));
      expect(toured(operation)).toEqual({ ...minimal?.values, ...(sent as object) });
    }
  });
});
