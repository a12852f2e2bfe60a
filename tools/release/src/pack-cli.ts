import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { packPackages } from "./pack.ts";

const HELP = `Packs the published packages as tarballs, and prints the command that installs them in another project.

Usage: pack [--out <folder>]

  --out <folder>  output folder (default: dist/packages)
  --help          show this help
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: join(repositoryRoot, "dist/packages") },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const packed = await packPackages(values.out);
  console.error(`${packed.length} packages in ${relative(process.cwd(), values.out) || "."}`);
  console.error(
    "In another project, install all of them, or those you need and their dependencies:\n",
  );
  console.log(["npm install", ...packed.map(({ tarball }) => quote(tarball))].join(" \\\n  "));
}

const quote = (path: string) => (/^[\w@%+=:,./\\-]+$/.test(path) ? path : `"${path}"`);

main().catch((error: Error) => {
  console.error(`pack: ${error.message}`);
  process.exitCode = 1;
});
