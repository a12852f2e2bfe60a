import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import setup from "../setup.ts";
import { startPostgres } from "../support/postgres/server.ts";

test("a server that its worker has left ends with the run", async () => {
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
  await client.end();

  await tearDown();
  await expect(server.connect()).rejects.toThrow("ECONNREFUSED");
  expect(existsSync(parent)).toBe(false);
});
