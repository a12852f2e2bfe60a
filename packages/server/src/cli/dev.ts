import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { addConfigFile, addHttpSettings, type HttpSettings } from "../config/options.ts";
import { runUntilSignal } from "./run.ts";

export function addDevCommand(program: Command): void {
  const command = program
    .command("dev")
    .description("serve a local chain with sample tokens and traffic; data is deleted on exit");
  addHttpSettings(command, "0", "0");
  addConfigFile(command);
  command.option(
    "--known <file>",
    "write calls that succeed, for --known of the contract suite; - for standard output",
  );
  command.action(async () => {
    const { known, ...settings } = command.opts<HttpSettings & { known?: string }>();
    // Loaded lazily: the other commands do not need a local chain.
    const { DEV_CHAIN, assertFreePort, startDevService } = await import("../dev/dev-service.ts");
    await assertFreePort(settings.port, settings.host);
    console.error("starting a local chain…");
    const service = await startDevService(settings);
    if (known !== undefined) {
      const text = `${JSON.stringify(await service.known(), null, 2)}\n`;
      if (known === "-") {
        process.stdout.write(text);
      } else {
        await writeFile(known, text);
      }
    }
    const { getAddressTransactions } = await service.values();
    runUntilSignal(service);
    console.error(`
Explorer  ${service.explorerUrl}
API       ${service.url}
Node      ${service.rpcUrl}
Chain     ${DEV_CHAIN} (local)
Wallet    ${getAddressTransactions?.walletAddress}
Token     ${service.token}

Press Ctrl-C to stop.`);
  });
}
