import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runContract } from "../src/index.ts";

let folder: string;
let spec: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-"));
  spec = join(folder, "things.json");
  const responses = { 200: { description: "Done." }, 400: { description: "Refused." } };
  const get = (operationId: string) => ({
    get: { operationId, responses },
  });
  const paths = { "/first": get("getFirst"), "/second": get("getSecond") };
  const info = { title: "Things", version: "1" };
  await writeFile(spec, JSON.stringify({ openapi: "3.1.0", info, security: [], paths }));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the suite against a server of its own. */
async function runAgainst(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await runContract({ specs: [spec], target: `http://127.0.0.1:${port}`, seed: 1 });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const notFound: RequestListener = (_, response) => {
  response.writeHead(404).end();
};

test("a server that knows none of the paths is not tested", async () => {
  const { verdict, reasons } = await runAgainst(notFound);
  expect(verdict).toBe("untested");
  expect(reasons.join()).toMatch(/does not serve the area/);
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

test("a mock that is not declared as one is not tested", async () => {
  const { verdict, reasons } = await runAgainst(({ headers }, response) => {
    const [, asked] = /^code=(\d+)$/.exec(headers.prefer?.toString() ?? "") ?? [];
    response.writeHead(Number(asked ?? 200)).end();
  });
  expect(verdict).toBe("untested");
  expect(reasons.join()).toMatch(/is a mock: .* Pass --prism/);
});
