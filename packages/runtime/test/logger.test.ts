import { expect, it } from "vitest";
import { createClient, type OperationTable } from "../src/index.ts";

const operations: OperationTable = { ping: { method: "GET", path: "/ping" } };
const MODULE = `export const lines = [];
export const debug = (line) => lines.push(line);
export { debug as info, debug as warn, debug as error };`;

it("may be the namespace of a module", async () => {
  const logger = await import(`data:text/javascript,${encodeURIComponent(MODULE)}`);
  const fetch = async () => Response.json({});
  const client = createClient<{ ping(): Promise<unknown> }>(
    operations,
    { baseUrl: "http://localhost", logger, fetch } as never,
    [],
  );
  await client.ping();
  expect(logger.lines).toHaveLength(1);
});
