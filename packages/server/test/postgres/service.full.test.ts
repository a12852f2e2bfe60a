import { expect, test } from "vitest";
import { openWriter } from "../../src/store/open.ts";
import { startServe } from "../support/command.ts";
import { startPostgres } from "../support/postgres/server.ts";

test("responds with Retry-After while the database is down, and recovers", async () => {
  const server = await startPostgres();
  try {
    const writer = await openWriter(
      { kind: "postgres", url: server.url, schema: "chain_ethereum" },
      { undoBlocks: 10 },
    );
    await writer.close();
    const { url } = await startServe(["--database", server.url, "--rate-anonymous", "0"]);
    const path = `${url}/v2/ethereum/blocks/1`;
    expect((await fetch(path)).status).toBe(404);
    await server.kill();
    const response = await fetch(path);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    await server.restart();
    await expect.poll(async () => (await fetch(path)).status).toBe(404);
  } finally {
    await server.stop();
  }
});
