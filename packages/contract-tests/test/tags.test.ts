import { expect, test } from "vitest";
import { decides } from "./defects/service/defect.ts";
import { runOnReference } from "./reference/run.ts";
import { known } from "./reference/server.ts";
import type { Service } from "./reference/service.ts";

test("no tag is left, not even one that was created although it was refused", async () => {
  let versions: Service["tags"]["versions"] | undefined;
  const createAnyway = (service: Service) => {
    ({ versions } = service.tags);
    decides("answer", (own, call) => {
      const response = own(call);
      if (call.operation === "createTag" && response.status === 401) {
        service.tags.answer("createTag", JSON.parse(String(call.text)));
      }
      return response;
    })(service);
  };
  const include = ["* / invariant / a refused change changes nothing"];
  const { results } = await runOnReference({ known, include }, createAnyway);
  expect(results.map(({ outcome }) => outcome)).toEqual(["failed"]);
  const left = [...(versions?.values() ?? [])].flatMap((tags) => [...tags.keys()]);
  expect(left).toEqual(["stable"]);
});
