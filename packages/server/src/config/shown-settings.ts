import type { Command, Option } from "commander";
import { CHAIN_NAMES } from "../chain/profiles.ts";

/** Settings whose texts are no secrets; of others, only numbers and the hosts of URLs are shown. */
const SHOWN = ["data", "host", "cors", "trust-proxy", "graph-ns", "config", "trust"];
const HIDDEN = "…";

/**
 * Returns the settings of a command for showing them to others. What is not known to be harmless is hidden: URLs,
 * headers and passwords of settings to come as well.
 */
export function shownSettings(command: Command): Record<string, unknown> {
  const shown = command.options.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());
    return value === undefined ? [] : [[option.name(), shownValue(option, value)]];
  });
  return Object.fromEntries(shown);
}

function shownValue(option: Option, value: unknown): unknown {
  if (typeof value === "string") {
    const isOpen = SHOWN.includes(option.name()) || option.argChoices?.includes(value);
    return isOpen || CHAIN_NAMES.some((name) => name === value) ? value : shownUrl(value);
  }
  if (Array.isArray(value)) {
    return value.map((each) => shownValue(option, each));
  }
  if (value instanceof Map) {
    return shownValue(option, Object.fromEntries(value));
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, each]) => [key, shownValue(option, each)]));
  }
  return value;
}

function shownUrl(text: string): string {
  const host = URL.parse(text)?.host;
  return host ? `${HIDDEN}${host}${HIDDEN}` : HIDDEN;
}
