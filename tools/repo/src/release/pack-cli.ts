import { writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { createProgram, Option, startProgram } from "@chainkit/command";
import { repositoryRoot } from "@chainkit/spec";
import { type PackedPackage, packPackages } from "./pack.ts";

/** What the samples of the README import, and what these need. */
const SAMPLES = ["@chainkit/address-data", "@chainkit/chain-data", "@chainkit/runtime"];

async function pack({ out }: { readonly out: string }): Promise<void> {
  const packed = await packPackages(out);
  console.error(`${packed.length} packages in ${relative(process.cwd(), out) || "."}`);
  const few = packed.filter(({ name }) => SAMPLES.includes(name));
  console.error("In another project, for the samples of the README:\n");
  console.log(["npm install", ...few.map(({ tarball }) => quote(tarball))].join(" "));
  console.error("\nAll of them, as the guides use them:\n");
  console.log(["npm install", ...packed.map(({ tarball }) => quote(tarball))].join(" \\\n  "));
  const overrides = join(out, "overrides.yaml");
  await writeFile(overrides, overridesOf(packed));
  const codegen = join(repositoryRoot, "tools/codegen/src/document-cli.ts");
  console.error(
    "\nA project from an OpenAPI document, openapi.yaml, with client, mock, docs and contract tests:\n",
  );
  console.log(
    `${quote(process.execPath)} ${quote(codegen)} init openapi.yaml --into my-project --overrides ${quote(overrides)}`,
  );
  console.error(
    `\nThe packages depend on each other, and pnpm looks for these dependencies in the registry. For a project of pnpm,
first add the overrides of this file to its pnpm-workspace.yaml:
${overrides}
Then run pnpm add with the same tarballs.`,
  );
}

/** Makes pnpm use the tarballs for the packages' dependencies on each other. */
function overridesOf(packed: readonly PackedPackage[]): string {
  const lines = packed.map(
    ({ name, tarball }) =>
      `  ${JSON.stringify(name)}: ${JSON.stringify(`file:${resolve(tarball)}`)}\n`,
  );
  return `overrides:\n${lines.join("")}`;
}

const quote = (path: string) => (/^[\w@%+=:,./\\-]+$/.test(path) ? path : `"${path}"`);

const program = createProgram({
  usage: "pack",
  description:
    "Packs the published packages as tarballs, and prints the commands that install them in another project and that make " +
    "a project from an OpenAPI document. For projects of pnpm, it writes the overrides that these need, too.",
})
  .addOption(
    new Option("--out <folder>", "output folder").default(
      join(repositoryRoot, "dist/packages"),
      "dist/packages",
    ),
  )
  .action(pack);

await startProgram("pack", program);
