import { expect, test } from "vitest";
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

test.each([
  ["no JSON", "{", "body: must be valid JSON"],
  ["a list", [], "body: must be an object"],
  ["two faults", {}, "subgraph_name: is required; version: is required"],
])("400 for a body with %s", async (_name, body, msg) => {
  const service = await startService();
  const answer = await service.post(`${TAGS}/query-tag`, body);
  expect(answer).toMatchObject({ status: 400, body: { code: 400, data: {}, msg } });
});

test("a tag without a name, of more than 256 characters or with control characters is refused", async () => {
  const service = await withDeployments();
  for (const tag of ["", "x".repeat(257), "a\nb", "a\0", "\ud800"]) {
    const { status } = await service.post(`${TAGS}/create-tag`, { ...V1, tag });
    expect(status, JSON.stringify(tag)).toBe(400);
  }
});

test("ignores unknown fields of a body", async () => {
  const service = await withDeployments();
  const answer = await service.post(`${TAGS}/query-tag`, { ...V1, more: [1] });
  expect(answer.status).toBe(200);
});

test("requires a management token before anything else is validated", async () => {
  const service = await withDeployments();
  const { text } = await import("../src/service/tokens.ts").then(({ newToken }) => newToken());
  for (const authorization of [
    "",
    "Bearer",
    "Bearer x",
    `Basic ${service.token}`,
    `Bearer ${text}`,
  ]) {
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
