import { startMock } from "@chainkit/mock";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas } from "@chainkit/spec";
import { expect, onTestFinished, test } from "vitest";
import { tour } from "../src/tour.ts";

const [area] = (await listAreas()).filter(({ name }) => name === "address-data");

/** Result of calling a listing of the mock whose document has so many examples of its pages. */
async function listed(count: number): Promise<string | undefined> {
  const document = structuredClone(await bundleSpec(area?.file ?? ""));
  const find = () => readOperations(document).filter(({ id }) => id === "getErc20Balances");
  const success = find()[0]?.responses.find(({ status }) => status === "200");
  const media = Object(success?.node.content)["application/json"];
  media.examples = Object.fromEntries(Object.entries(media.examples).slice(0, count));
  const mock = await startMock({ specs: [document] });
  onTestFinished(mock.close);
  const areas = [{ area: "address-data", operations: find() }];
  const { value: stop } = await tour(areas, { url: mock.url, isMock: true }).next();
  return stop?.error?.message ?? stop?.answer;
}

// A new area has one example of a listing at first, or none, and the cursor of its page leads nowhere.
test("a listing of the mock ends with its examples, even if the last one has a cursor", async () => {
  expect(await listed(9)).toMatch(/^2 pages, [2-9] items · /);
  expect(await listed(1)).toMatch(/^1 page, \d items? · /);
  expect(await listed(0)).toMatch(/^1 page, /);
});
