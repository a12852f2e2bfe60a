import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import ts from "typescript";
import { expect, it } from "vitest";

// What an editor shows, by the service that editors ask; the file is never written.
const file = join(repositoryRoot, "packages/chain-data/src/hovers.ts");
const code = `import { createAddressDataClient } from "../../address-data/src/index.ts";
import { createChainDataClient, isProblem } from "./index.ts";
const client = createChainDataClient({ baseUrl: "http://localhost" });
const result = await client.getBlock({ chain_name: "base", block_number: "1" }).result();
if (!result.ok && result.error.kind === "http") {
  const { status } = result.error;
  if (isProblem(result.error.body)) {
    const problem = result.error.body;
  }
}
if (result.ok) {
  const { hash } = result.data.block;
  const block = result.data.block;
}
const addresses = createAddressDataClient({ baseUrl: "http://localhost" });
const listing = addresses.getErc20Balances({ chainName: "base", walletAddress: "0x" });
const page = await listing;
const rows = page.erc20TokenBalances;
const all = await listing.toArray();
for await (const row of listing) {
  const { contract } = row;
}
for await (const next of listing.pages()) {
  const { cursor } = next;
}
export {};
`;
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getCompilationSettings: () => ({
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    customConditions: ["@chainkit/source"],
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  }),
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) =>
    name === file || ts.sys.fileExists(name)
      ? ts.ScriptSnapshot.fromString(name === file ? code : readFileSync(name, "utf8"))
      : undefined,
  getCurrentDirectory: () => repositoryRoot,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

/** The quick info of the first place where a name is declared. */
function hover(declaration: string): string {
  const at = code.indexOf(declaration) + declaration.indexOf(" ") + 1;
  const { displayParts } = service.getQuickInfoAtPosition(file, at) ?? {};
  return ts.displayPartsToString(displayParts);
}

it("compiles", () => {
  const messages = service.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
  expect(messages).toEqual([]);
});

it.each([
  [
    "{ status",
    "const status: 400 | 401 | 404 | 429 | 500 | OtherStatus<400 | 401 | 404 | 429 | 500>",
  ],
  ["const problem", "const problem: ProblemDetails"],
  ["{ hash", "const hash: `0x\u0024{string}`"],
  ["const block", "const block: Block"],
  [
    "const listing",
    "const listing: PagedCall<Erc20BalancePage, Erc20Balance, GetErc20BalancesError>",
  ],
  ["const page", "const page: Erc20BalancePage"],
  ["const rows", "const rows: Erc20Balance[]"],
  ["const all", "const all: Erc20Balance[]"],
  ["const row of", "const row: Erc20Balance"],
  ["{ contract", "const contract: Erc20Contract"],
  ["const next", "const next: Erc20BalancePage"],
])("an editor shows %s as %s", (declaration, expected) => {
  expect(hover(declaration)).toBe(expected);
});
