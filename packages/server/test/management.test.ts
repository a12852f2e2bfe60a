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

async function tagsOf(service: TestService, version: object): Promise<string[]> {
  const { body } = await service.post(`${TAGS}/query-tag`, version);
  return body.data.tags.map(({ tag }: { tag: string }) => tag);
}

test("a tag is created, listed, moved and deleted", async () => {
  const service = await withDeployments();
  const before = Math.floor(Date.now() / 1000);
  const created = await service.post(`${TAGS}/create-tag`, { ...V1, tag: "prod" });
  expect(created).toMatchObject({ status: 200, body: { code: 0, data: {} } });
  const { body } = await service.post(`${TAGS}/query-tag`, V1);
  expect(body.data.tags).toEqual([{ tag: "prod", create_time: expect.any(Number) }]);
  expect(body.data.tags[0].create_time).toBeGreaterThanOrEqual(before);

  await service.post(`${TAGS}/create-tag`, { ...V2, tag: "prod" });
  expect(await tagsOf(service, V1)).toEqual([]);
  expect(await tagsOf(service, V2)).toEqual(["prod"]);

  const deletion = () => service.post(`${TAGS}/delete-tag`, { ...V2, tag: "prod" });
  expect((await deletion()).status).toBe(200);
  expect(await deletion()).toMatchObject({
    status: 404,
    body: { code: 404, msg: "transfers 1.1.0 has no tag prod" },
  });
});

test("a deployment can be removed once no tag points at it", async () => {
  const service = await withDeployments();
  const removal = () => service.post(REMOVE, { name: "transfers", version: "1.0.0" });
  await service.post(`${TAGS}/create-tag`, { ...V1, tag: "prod" });
  expect(await removal()).toMatchObject({
    status: 409,
    body: { code: 409, msg: "transfers 1.0.0 still has the tag prod" },
  });
  await service.post(`${TAGS}/delete-tag`, { ...V1, tag: "prod" });
  expect((await removal()).status).toBe(200);
  expect((await removal()).status).toBe(404);
  expect((await service.post(`${TAGS}/query-tag`, V1)).body.msg).toBe(
    "transfers 1.0.0 is not deployed",
  );
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
  const service = await withDeployments();
  const others = ["", "Bearer", "Bearer x", `Basic ${service.token}`];
  for (const authorization of [...others, `Bearer ${newToken().text}`]) {
    const answer = await service.post(`${TAGS}/query-tag`, "{", { authorization });
    expect(answer).toMatchObject({ status: 401, body: { code: 401, data: {} } });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  }
  await service.management.deleteToken((await service.management.listTokens())[0]?.id ?? "");
  expect((await service.post(`${TAGS}/query-tag`, V1)).status).toBe(401);
});

test("--graph-ns fixes the path; without it any is accepted", async () => {
  const service = await startService({ graphNs: "mine" });
  await service.management.addDeployment("transfers", "1.0.0");
  const query = (ns: string) => service.post(`/public_api/v1/${ns}/tags/query-tag`, V1);
  expect((await query("mine")).status).toBe(200);
  expect((await query("other")).status).toBe(404);
});
