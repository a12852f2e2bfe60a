import { readProblems } from "@chainkit/spec";
import { expect, test } from "vitest";
import {
  ERROR_STATUSES,
  HttpError,
  PROBLEM_NAMES,
  PROBLEM_TYPES,
  problemTypeOf,
} from "../src/http/http-error.ts";
import { sendRaw } from "./support/raw.ts";
import { startService } from "./support/support.ts";

test("the errors of the service are exactly those of the catalogue", async () => {
  expect(PROBLEM_TYPES).toEqual(await readProblems());
  const errors = [
    ...ERROR_STATUSES.map((status) => new HttpError(status, "")),
    ...PROBLEM_NAMES.map((problem) => new HttpError(400, "", { problem })),
  ];
  const names = errors.map((error) => problemTypeOf(error).name);
  expect(names.sort()).toEqual(PROBLEM_TYPES.map(({ name }) => name).sort());
});

test("each type resolves to a page with cause and fix", async () => {
  const service = await startService({ rateAnonymous: { perSecond: 0.001, burst: 12 } });
  const [malformed] = await sendRaw(service.url, "no HTTP\r\n\r\n");
  const bodies = [JSON.parse(malformed?.text ?? "")];
  for (const [path, init] of [
    ["/v2/ethereum/blocks/x", {}],
    ["/v2/ethereum/blocks/1", { headers: { authorization: "Bearer x" } }],
    ["/v2/ethereum/blocks/1", {}],
    ["/nothing", {}],
    ["/v2/ethereum/blocks/1", { method: "POST" }],
    ["/x/v1/transactions?limit=1", {}],
  ] as const) {
    bodies.push((await service.get(path, init)).body);
  }
  let last = bodies[0];
  for (let sent = 0; sent < 12 && last.status !== 429; sent++) {
    last = (await service.get("/v2/ethereum/blocks/1")).body;
  }
  expect([...bodies, last].map(({ type }) => type)).toEqual(
    [
      "malformed-request",
      "invalid-parameter",
      "invalid-token",
      "chain-not-served",
      "unknown-path",
      "method-not-allowed",
      "chain-not-served",
      "rate-limited",
    ].map((name) => `/problems/${name}`),
  );
  for (const { type, title, status } of [...bodies, last]) {
    const { cause } = PROBLEM_TYPES.find(({ name }) => type.endsWith(`/${name}`)) ?? { cause: "?" };
    const response = await fetch(new URL(type, `${service.url}/v2/ethereum/blocks/1`));
    const page = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(`Status ${status}`);
    expect(page.replaceAll(/<\/?code>/g, "`")).toContain(cause.replaceAll("<", "&lt;"));
  }
});
