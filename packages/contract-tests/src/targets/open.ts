import { startMock } from "@chainkit/mock";
import type { ContractOptions } from "../options.ts";
import type { Target } from "./target.ts";

/** A token for Prism, which accepts any. */
const ANY_TOKEN = "any-token";

/**
 * Opens the target; starts Prism if no URL is given.
 *
 * @throws Error if the URL is invalid.
 */
export async function openTarget(
  options: ContractOptions,
): Promise<{ target: Target; close: () => Promise<void> }> {
  const {
    target: url,
    prism = url === undefined,
    token,
    known = {},
    options: bound = {},
  } = options;
  const mock = url === undefined ? await startMock() : undefined;
  const address = mock?.url ?? String(url);
  if (!/^https?:\/\/./.test(address) || !URL.canParse(address)) {
    throw new Error(`the target must be an http or https URL; received "${address}"`);
  }
  const given = token ?? (prism ? ANY_TOKEN : undefined);
  return {
    target: {
      url: address.replace(/\/$/, ""),
      isPrism: prism,
      servesExamples: prism,
      known: prism ? {} : known,
      options: bound,
      ...(given === undefined ? {} : { token: given }),
    },
    close: async () => mock?.close(),
  };
}
