import { expect, test } from "vitest";
import { newToken } from "../src/service/tokens.ts";
import { startService, type TestService } from "./support/support.ts";

const TAGS = "/public_api/v1/any-ns/tags";
const REMOVE = "/public_api/v1/any-ns/subgraph/remove-subgraph";
const V1 = { subgraph_name: "transfers", version: "1.0.0" };
const V2 = { subgraph_name: "transfers", version: "1.1.0" };

async function withDeployments(): Promise<TestService> {
  const service = await startService();
  await service.management.addDeployment("transfers", "1.0.0");
  await service.management.addDeployment("transfers", "1.1.0");
  return service;
}

test("a tag is created, listed, moved and deleted, and its version can be removed then", async () => {
  const { post } = await withDeployments();
  const done = [200, { code: 0, data: {}, msg: "success" }, "no-store"];
  const failed = (code: number, msg: string) => [code, { code, data: {}, msg }, "no-store"];
  const call = async (path: string, body: object) => {
    const answer = await post(path, body);
    return [answer.status, answer.body, answer.headers.get("cache-control")];
  };
  const before = Math.floor(Date.now() / 1000);
  expect(await call(`${TAGS}/create-tag`, { ...V1, tag: "prod" })).toEqual(done);
  const [tag] = (await post(`${TAGS}/query-tag`, V1)).body.data.tags;
  expect(tag).toEqual({ tag: "prod", create_time: expect.any(Number) });
  expect([before, before + 1, before + 2]).toContain(tag.create_time);

  expect(await call(`${TAGS}/create-tag`, { ...V2, tag: "prod" })).toEqual(done);
  const tags = async (version: object) => (await post(`${TAGS}/query-tag`, version)).body.data.tags;
  expect([await tags(V1), (await tags(V2)).length]).toEqual([[], 1]);

  const removal = () => call(REMOVE, { name: "transfers", version: "1.1.0" });
  expect(await removal()).toEqual(failed(409, "transfers 1.1.0 still has the tag prod"));
  const deletion = () => call(`${TAGS}/delete-tag`, { ...V2, tag: "prod" });
  expect(await deletion()).toEqual(done);
  expect(await deletion()).toEqual(failed(404, "transfers 1.1.0 has no tag prod"));
  expect(await removal()).toEqual(done);
  const gone = failed(404, "transfers 1.1.0 is not deployed");
  expect([await removal(), await call(`${TAGS}/query-tag`, V2)]).toEqual([gone, gone]);
});

test.each<[operation: string, body: unknown, msg: string]>([
  ["query-tag", "{", "body: must be valid JSON"],
  ["query-tag", [], "body: must be an object"],
  ["query-tag", {}, "subgraph_name: is required; version: is required"],
  ["query-tag", { ...V1, version: 1 }, "version: must be a string"],
  ["create-tag", { ...V1, tag: "" }, "tag: must be 1 to 256 characters long"],
  ["create-tag", { ...V1, tag: "x".repeat(257) }, "tag: must be 1 to 256 characters long"],
  ["create-tag", { ...V1, tag: "a\nb" }, "tag: must not contain control characters"],
  ["create-tag", { ...V1, tag: "a\0" }, "tag: must not contain control characters"],
  ["create-tag", { ...V1, tag: "\ud800" }, "tag: must be well-formed Unicode"],
])("%s refuses %j", async (operation, body, msg) => {
  const service = await withDeployments();
  const answer = await service.post(`${TAGS}/${operation}`, body);
  expect([answer.status, answer.body]).toEqual([400, { code: 400, data: {}, msg }]);
  // Unknown fields are ignored.
  const { status } = await service.post(`${TAGS}/query-tag`, { ...V1, more: [1] });
  expect(status).toBe(200);
});

test("requires a management token before anything else is validated", async () => {
  const { get, post, management, token } = await withDeployments();
  const others = ["", "Bearer", "Bearer x", `Basic ${token}`, `Bearer ${newToken().text}`];
  for (const authorization of others) {
    const { status, body, headers } = await post(`${TAGS}/query-tag`, "{", { authorization });
    const msg = "missing or invalid token";
    expect([status, body]).toEqual([401, { code: 401, data: {}, msg }]);
    expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  }
  const { status, headers } = await get(`${TAGS}/query-tag`, { method: "POST" });
  expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  await management.deleteToken((await management.listTokens())[0]?.id ?? "");
  expect((await post(`${TAGS}/query-tag`, V1)).status).toBe(401);
});

test("--graph-ns fixes the path; without it any is accepted", async () => {
  const { management, post } = await startService({ graphNs: "mine" });
  await management.addDeployment("transfers", "1.0.0");
  const query = async (ns: string) =>
    (await post(`/public_api/v1/${ns}/tags/query-tag`, V1)).status;
  expect([await query("mine"), await query("other")]).toEqual([200, 404]);
});
