import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useExtras } from "../../src/extras/index.ts";
import { useConsumer } from "../../src/gates/consumer.ts";

/** The used part of TypeScript's API. */
interface Compiler {
  readonly ScriptTarget: { readonly ES2022: number };
  readonly ModuleKind: { readonly NodeNext: number };
  createCompilerHost(options: object): CompilerHost;
  createProgram(files: readonly string[], options: object, host: CompilerHost): Program;
  getPreEmitDiagnostics(program: Program): readonly { readonly messageText: unknown }[];
}

interface CompilerHost {
  getSourceFile(name: string, ...others: readonly unknown[]): unknown;
}

interface Program {
  getInstantiationCount(): number;
}

// What a file costs its reader's editor, in type instantiations: a number that no machine changes.
const compiler = (await useExtras("compilers")).load<Compiler>("typescript-5.9");
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

const folder = await useConsumer();

/** One program per file; the declarations of the library and of our packages are parsed once for all. */
function instantiationsOf(file: string): number {
  const options = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: [] },
    ...{ target: compiler.ScriptTarget.ES2022, module: compiler.ModuleKind.NodeNext },
  };
  const host = compiler.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...others) => {
    const source = parsed.get(name) ?? getSourceFile(name, ...others);
    parsed.set(name, source);
    return source;
  };
  const program = compiler.createProgram([file], options, host);
  const problems = compiler.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  expect(problems).toEqual([]);
  return program.getInstantiationCount();
}

const parsed = new Map<string, unknown>();

it.each(files)("%s costs at most %i type instantiations", async (name, limit, code) => {
  const file = join(folder, `${name.replaceAll(" ", "-")}.ts`);
  await writeFile(file, code);
  const instantiations = instantiationsOf(file);
  expect(instantiations).toBeGreaterThan(10);
  expect(instantiations).toBeLessThanOrEqual(limit);
});
