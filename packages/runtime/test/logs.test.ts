import { expect, it } from "vitest";
import { createClient, type OperationTable } from "../src/index.ts";

const operations: OperationTable = { getItem: { method: "GET", path: "/item", idempotent: true } };

it.each<[status: number, level: string]>([
  [200, "debug"],
  [201, "debug"],
  [299, "debug"],
  [300, "error"],
  [303, "error"],
  [304, "debug"],
  [305, "error"],
  [400, "error"],
])("a response with the status %d is logged as %s", async (status, level) => {
  const lines: string[] = [];
  const log = (name: string) => (line: string) => lines.push(`${name}: ${line}`);
  const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
  const body = status === 304 ? null : "{}";
  const fetch = async () => new Response(body, { status });
  const options = { baseUrl: "http://localhost", fetch, logger, retry: false } as const;
  const { getItem } = createClient<{ getItem(): Promise<unknown> }>(operations, options, []);
  await getItem().catch(() => {});
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  expect(line.replace(/\d+ ms/, "0 ms")).toBe(`${level}: getItem GET ${status} in 0 ms, attempt 1`);
  expect(Number(/(\d+) ms/.exec(line)?.[1])).toBeLessThan(60_000);
});
