import { expect, test } from "vitest";
import { subgraphManagementHandlers } from "../src/handlers/subgraph-management.ts";
import { startApp } from "./support/app-options.ts";
import { emptyManagement } from "./support/engines.ts";

const TAGS = "/public_api/v1/ns/tags";
const V1 = { subgraph_name: "transfers", version: "1.0.0" };
const KEY = { id: "4711", name: "ci", scope: "management" } as const;

async function audited(level: string) {
  const store = await emptyManagement();
  await store.addDeployment("transfers", "1.0.0");
  const handlers = subgraphManagementHandlers(store);
  const authenticate = async (token: string) => (token === "secret" ? KEY : undefined);
  const { lines, url } = await startApp({ handlers, authenticate }, level);
  const post = async (path: string, body: unknown, token = "secret") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(url + path, { method: "POST", headers, body: text });
    await response.arrayBuffer();
  };
  const audit = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "audit");
  return { store, post, audit, text: () => lines.join("") };
}

test.each(["info", "fatal"])("each write leaves a line at level %s", async (level) => {
  const { store, post, audit, text } = await audited(level);
  const from = Date.now();
  await post(`${TAGS}/create-tag`, { ...V1, tag: "prod" });
  await post(`${TAGS}/create-tag`, { ...V1, version: "9", tag: "prod" });
  await post(`${TAGS}/query-tag`, V1);
  await post("/public_api/v1/ns/subgraph/remove-subgraph", { name: "transfers", version: "1.0.0" });
  await post(`${TAGS}/delete-tag`, { ...V1, tag: "prod" });
  await post(`${TAGS}/delete-tag`, { ...V1, tag: "t".repeat(1_000) });
  await post(`${TAGS}/create-tag`, "{");
  await post(`${TAGS}/create-tag`, { ...V1, tag: "prod" }, "guessed");
  store.setTag = () => Promise.reject(new Error("broken"));
  await post(`${TAGS}/create-tag`, { ...V1, tag: "prod" });
  await expect.poll(() => audit().length).toBe(8);
  const token = { id: "4711", name: "ci" };
  const [transfers, ip] = [{ subgraph: "transfers", version: "1.0.0" }, "127.0.0.1"];
  const done = { token, ip, status: 200, result: "done" };
  const refused = { token, ip, result: "refused" };
  const shown = audit().map(({ time, requestId, level: _, msg: _msg, ...line }) => {
    expect([time >= from, time <= Date.now()]).toEqual([true, true]);
    expect(requestId).toMatch(/^[\w-]{36}$/);
    return line;
  });
  expect(shown).toEqual([
    { operation: "createTag", ...transfers, tag: "prod", ...done },
    { operation: "createTag", ...transfers, version: "9", tag: "prod", ...refused, status: 404 },
    { operation: "removeSubgraph", ...transfers, ...refused, status: 409 },
    { operation: "deleteTag", ...transfers, tag: "prod", ...done },
    { operation: "deleteTag", ...transfers, tag: "t".repeat(256), ...refused, status: 404 },
    { operation: "createTag", ...refused, status: 400 },
    { operation: "createTag", ...refused, token: null, status: 401 },
    { operation: "createTag", ...transfers, tag: "prod", token, ip, status: 500, result: "failed" },
  ]);
  expect(text()).not.toMatch(/secret|guessed/);
});
