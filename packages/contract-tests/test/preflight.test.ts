import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import type { ContractOptions } from "../src/index.ts";
import { runContract } from "../src/run.ts";
import { createSpec, type Spec } from "../src/spec/spec.ts";
import { serve } from "./serve.ts";

const responses = { 200: { description: "Done." }, 400: { description: "Refused." } };
const get = (operationId: string, more: object = {}) => ({
  get: { operationId, responses, ...more },
});
const components = { securitySchemes: { token: { type: "http", scheme: "bearer" } } };
const specOf = (second: object = {}) =>
  createSpec("things", {
    ...{ openapi: "3.1.0", info: { title: "Things", version: "1" }, security: [], components },
    paths: { "/first": get("getFirst"), "/second": get("getSecond", second) },
  });

/** Runs the suite against a server of its own. */
async function runAgainst(
  listener: RequestListener,
  options: ContractOptions = {},
  spec: Spec = specOf(),
) {
  return runContract({ target: await serve(listener), seed: 1, ...options }, [spec]);
}

const notFound: RequestListener = ({ url }, response) => {
  response.writeHead(404, url === "/second" ? { "content-type": "text/html" } : {}).end();
};

test("a server that knows none of the paths is not tested", async () => {
  const { verdict, reasons } = await runAgainst(notFound);
  expect(verdict).toBe("untested");
  expect(reasons.join()).toMatch(
    /does not serve the area .*: getFirst led to 404; getSecond led to 404 \(text\/html\)\. Check the base path/,
  );
});

test("a server that drops the connection of one path and knows no other is tested", async () => {
  const { verdict, reasons } = await runAgainst((request, response) => {
    if (request.url === "/first") {
      request.destroy();
    } else {
      notFound(request, response);
    }
  });
  expect({ verdict, reasons }).toEqual({ verdict: "broken", reasons: [] });
});

test("a server with a page for every path is not tested", async () => {
  const { verdict, reasons } = await runAgainst((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("\n<!doctype html><p>Sign in</p>");
  });
  expect(verdict).toBe("untested");
  expect(reasons.join()).toMatch(/area .* led to 200 \(text\/html\)/);
});

test("a mock that is not declared as one is not tested", async () => {
  const mock: RequestListener = ({ headers }, response) => {
    const [, asked] = /^code=(\d+)$/.exec(headers.prefer?.toString() ?? "") ?? [];
    response.writeHead(Number(asked ?? 200)).end();
  };
  const { verdict, reasons } = await runAgainst(mock);
  expect(verdict).toBe("untested");
  expect(reasons.join()).toMatch(/is a mock: .* Pass --prism/);
  expect((await runAgainst(mock, { prism: true, include: ["preferred"] })).verdict).toBe("kept");
});

test("a server whose only operation with a token rejects it is not tested", async () => {
  const { verdict, reasons } = await runAgainst(
    ({ url }, response) => void response.writeHead(url === "/second" ? 401 : 200).end(),
    { token: "expired" },
    specOf({ security: [{ token: [] }] }),
  );
  expect(verdict).toBe("untested");
  expect(reasons).toEqual([expect.stringMatching(/^the token is rejected: .*Check --token$/)]);
});

test("what is not tested within the time limit is no success", async () => {
  const { verdict, reasons, results } = await runAgainst(
    (_, response) => void response.writeHead(200).end(),
    { deadlineMs: 0 },
  );
  expect({ verdict, results }).toEqual({ verdict: "untested", results: [] });
  expect(reasons).toEqual(["the time limit of 0 ms was reached"]);
});
