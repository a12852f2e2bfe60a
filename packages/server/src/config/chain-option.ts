import { Option } from "commander";
import { CHAIN_NAMES } from "../chain/profiles.ts";

/**
 * The option `--chain <name>` of a command that works on one chain.
 *
 * Its error does not repeat the value, as commander's would: in the form that `serve` takes, `name=url`, it
 * contains the key of a provider.
 */
export function chainOption(description: string): Option {
  return new Option("--chain <name>", description)
    .choices(CHAIN_NAMES)
    .argParser((name: string) => {
      if (!CHAIN_NAMES.some((known) => known === name)) {
        throw new Error(`--chain must be one of ${CHAIN_NAMES.join(", ")}`);
      }
      return name;
    });
}
