import { startMock } from "@chainkit/mock";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { expect, test } from "vitest";
import { tour } from "../src/tour.ts";

const [area] = (await listAreas()).filter(({ name }) => name === "address-data");

/** Result of calling a listing of the mock whose document has these examples of its pages, in this order. */
async function listed(choose: (names: string[]) => string[]): Promise<string | undefined> {
  const document = structuredClone(await bundleSpec(area?.file ?? ""));
  const [operation] = readOperations(document).filter(({ id }) => id === "getErc20Balances");
  const content = operation?.responses.find(({ status }) => status === "200")?.node.content;
  const media = Object(content)["application/json"];
  const names = choose(Object.keys(media.examples));
  media.examples = Object.fromEntries(names.map((name) => [name, media.examples[name]]));
  const operations = readOperations(document).filter(({ id }) => id === operation?.id);
  const mock = await startMock({ specs: [document] });
  try {
    const areas = [{ area: "address-data", operations }];
    const { value: stop } = await tour(areas, { url: mock.url, isMock: true }).next();
    return stop?.error?.message ?? stop?.answer;
  } finally {
    await mock.close();
  }
}

// A new area has one example of a listing at first, or none, and the cursor of its page leads nowhere.
test("a listing of the mock ends with its examples, even if the last one has a cursor", async () => {
  expect(await listed((names) => names)).toMatch(/^2 pages, [2-9] items · /);
  expect(await listed((names) => names.slice(0, 1))).toMatch(/^1 page, \d items? · /);
  expect(await listed(() => [])).toMatch(/^1 page, /);
});
