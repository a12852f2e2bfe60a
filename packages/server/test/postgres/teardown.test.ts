import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import setup from "../setup.ts";
import { processorTime } from "../support/postgres/processor-time.ts";
import { startPostgres } from "../support/postgres/server.ts";

test("a server that its worker has left ends with the run, and is counted", async () => {
  let parent = "";
  const tearDown = await setup({
    provide(_, folder) {
      parent = folder as string;
    },
  });
  const server = await startPostgres({}, parent);
  onTestFinished(() => server.kill());
  const client = await server.connect();
  const { rows } = await client.query("SELECT 1 AS one");
  expect(rows).toEqual([{ one: 1 }]);
  const [data = ""] = await readdir(parent);
  if (process.platform === "linux") {
    const before = await processorTime(join(parent, data));
    await client.query("SELECT sum(n) FROM generate_series(1, 2000000) AS n");
    await expect.poll(() => processorTime(join(parent, data))).toBeGreaterThan(before);
  }
  await client.end();

  await tearDown();
  await expect(server.connect()).rejects.toThrow("ECONNREFUSED");
  expect(existsSync(parent)).toBe(false);
});
