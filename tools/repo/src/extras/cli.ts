import { Argument, createProgram, startProgram } from "@chainkit/command";
import { extraNames, useExtras } from "./index.ts";

const program = createProgram({
  usage: "extras",
  description:
    "Installs test-only dependencies ahead of their first use, for example before going offline.",
})
  .addArgument(new Argument("[name...]", "what to install (default: all)").choices(extraNames))
  .action(async (names: readonly string[]) => {
    for (const name of names.length > 0 ? names : extraNames) {
      const { folder } = await useExtras(name);
      console.log(`${name}: installed in ${folder}`);
    }
  });

await startProgram("extras", program);
