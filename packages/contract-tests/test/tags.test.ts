import { expect, test } from "vitest";
import { LONG, waiverFor } from "../src/chain/tag-calls.ts";
import { runContract } from "../src/run.ts";
import { known, startReference } from "./reference/server.ts";
import { type Service, TOKEN } from "./reference/service.ts";

test.each([
  ["v1.2_beta-3", undefined],
  ["a b", "name-format"],
  [LONG, "name-length"],
])("the refusal of the name %s is excused by %s", (name, waiver) => {
  expect(waiverFor(name)).toBe(waiver);
});

test("no tag is left, not even one that was created although it was refused", async () => {
  const createAnyway = (service: Service) => {
    const { answer } = service;
    service.answer = (call) => {
      const response = answer.call(service, call);
      if (call.operation === "createTag" && response.status === 401) {
        service.tags.answer("createTag", JSON.parse(String(call.text)));
      }
      return response;
    };
  };
  const { url, close, service } = await startReference(createAnyway);
  const include = ["* / invariant / a refused change changes nothing"];
  const options = { token: TOKEN, seed: 1, known, include };
  const { results } = await runContract({ target: url, ...options }).finally(close);
  expect(results.map(({ outcome }) => outcome)).toEqual(["failed"]);
  const left = [...service.tags.versions.values()].flatMap((tags) => [...tags.keys()]);
  expect(left).toEqual(["stable"]);
});
