import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { useExtras } from "../../src/extras/index.ts";
import { createConsumer } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";

// What a file costs its reader's editor, in type instantiations: a number that no machine changes.
const compiler = (await useExtras("compilers")).path("typescript-5.9", "bin", "tsc");
const chainData = `import { createChainDataClient } from "@chainkit/chain-data";
const client = createChainDataClient({ baseUrl: "http://localhost" });
const block = { chain_name: "ethereum", block_number: "latest" } as const;
`;
const files: [string, number, string][] = [
  ["one call", 1_000, `${chainData}console.log((await client.getBlock(block)).block.hash);`],
  [
    "a call of each client",
    3_000,
    `${chainData}import { createAddressDataClient } from "@chainkit/address-data";
import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
const addresses = createAddressDataClient({ baseUrl: "http://localhost" });
const management = createSubgraphManagementClient({ baseUrl: "", graphNs: "", token: "" });
for await (const { value } of addresses.getLatestTransactions({ chainName: "" })) console.log(value);
const { data } = await management.queryTag({ subgraph_name: "", version: "" });
console.log((await client.getBlock(block)).block.hash, data.tags[0]?.tag);`,
  ],
  [
    "the queries of a client",
    6_000,
    `${chainData}import { createQueries } from "@chainkit/query";
const { queryFn, queryKey } = createQueries(client).getBlock.queryOptions(block);
console.log(queryKey, (await queryFn({ signal: AbortSignal.timeout(1) })).block.hash);`,
  ],
  [
    "an error told apart by its status",
    6_000,
    `${chainData}const result = await client.getBlock(block).result();
if (!result.ok && result.error.kind === "http" && result.error.status === 404) {
  console.log(result.error.body.detail);
}`,
  ],
  [
    "options of a query",
    3_000,
    `${chainData}import { createQueries } from "@chainkit/query";
const { queryKey } = createQueries(client).getBlock.queryOptions(block);
console.log(queryKey);`,
  ],
  [
    "a mocked response",
    3_000,
    `import { handlers, notFound } from "@chainkit/msw";
const getBlock = ({ block_number }: { block_number: string }) => block_number ? notFound() : undefined;
console.log(handlers({ baseUrl: "http://localhost", responses: { chainData: { getBlock } } }).length);`,
  ],
];

let consumer: Awaited<ReturnType<typeof createConsumer>>;
beforeAll(async () => {
  consumer = await createConsumer(inject("packedModules"));
});
afterAll(() => consumer?.remove());

it.each(files)("%s costs at most %i type instantiations", async (name, limit, code) => {
  const file = `${name.replaceAll(" ", "-")}.ts`;
  await writeFile(join(consumer.folder, file), code);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"];
  const args = [compiler, ...options, "--skipLibCheck", "--extendedDiagnostics", file];
  const { code: exit, output } = await run(process.execPath, args, { cwd: consumer.folder });
  expect({ exit, output }).toMatchObject({ exit: 0 });
  const instantiations = Number(/Instantiations: +(\d+)/.exec(output)?.[1]);
  expect(instantiations).toBeGreaterThan(10);
  expect(instantiations).toBeLessThanOrEqual(limit);
});
