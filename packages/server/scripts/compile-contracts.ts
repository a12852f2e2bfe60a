/** Compiles the contracts of the dev chain into `src/dev/generated`; run it after changing them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useExtras } from "../../../tools/repo/src/extras/index.ts";

/** Of what the compiler answers, that which is used here. */
interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, { readonly evm: Evm }>>>>;
}

interface Evm {
  readonly bytecode: { readonly object: string };
  readonly methodIdentifiers: Readonly<Record<string, string>>;
}

const solc = (await useExtras("ethereum")).load<{ compile(input: string): string }>("solc");

const SOURCES = join(import.meta.dirname, "../contracts");
const TARGET = join(import.meta.dirname, "../src/dev/generated");

const input = {
  language: "Solidity",
  sources: Object.fromEntries(
    readdirSync(SOURCES).map((name) => [
      name,
      { content: readFileSync(join(SOURCES, name), "utf8") },
    ]),
  ),
  settings: {
    evmVersion: "shanghai",
    optimizer: { enabled: true },
    metadata: { appendCBOR: false },
    outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.methodIdentifiers"] } },
  },
};
const output: Output = JSON.parse(solc.compile(JSON.stringify(input)));
const failures = (output.errors ?? []).filter(({ severity }) => severity === "error");
if (failures.length > 0) {
  throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join("\n"));
}

const contracts = Object.values(output.contracts)
  .flatMap((ofFile) => Object.entries(ofFile))
  .map(([name, { evm }]) => [
    name,
    { bytecode: `0x${evm.bytecode.object}`, selectors: evm.methodIdentifiers },
  ]);
mkdirSync(TARGET, { recursive: true });
writeFileSync(
  join(TARGET, "contracts.ts"),
  `// Generated from contracts/*.sol: do not edit. Run scripts/compile-contracts.ts.

/** Creation code and the selectors of functions, by the name of the contract. */
export const contracts = ${JSON.stringify(Object.fromEntries(contracts), null, 2)} as const;
`,
);
