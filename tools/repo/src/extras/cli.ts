import { parseArgs } from "node:util";
import { extraNames, useExtras } from "./index.ts";

const HELP = `Installs test-only dependencies ahead of their first use, for example before going offline.

Usage: extras [name …]

  name    one of ${extraNames.join(", ")} (default: all)
  --help  show this help
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  for (const name of positionals.length > 0 ? positionals : extraNames) {
    const { folder } = await useExtras(name);
    console.log(`${name}: installed in ${folder}`);
  }
}

main().catch((error: Error) => {
  console.error(`extras: ${error.message}`);
  process.exitCode = 1;
});
