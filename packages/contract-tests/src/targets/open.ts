import type { ContractOptions } from "../options.ts";
import type { Target } from "./target.ts";

/** A token for Prism, which accepts any. */
const ANY_TOKEN = "any-token";

/**
 * Opens the target; starts Prism if no URL is given.
 *
 * @param areas The areas of the contract.
 * @throws Error if a URL or the name of an area is invalid.
 */
export async function openTarget(
  options: ContractOptions,
  areas: readonly string[],
): Promise<{ target: Target; close: () => Promise<void> }> {
  const {
    specs,
    target: to,
    prism = to === undefined,
    token,
    known = {},
    options: bound = {},
    tls = {},
  } = options;
  const mock = to === undefined ? await startPrism(specs) : undefined;
  const url = typeof to === "string" ? to : mock?.url;
  const urls = typeof to === "object" ? to : {};
  const unknown = Object.keys(urls).find((area) => !areas.includes(area));
  if (unknown !== undefined) {
    throw new Error(`unknown area "${unknown}"; expected one of ${areas.join(", ")}`);
  }
  const given = token ?? (prism ? ANY_TOKEN : undefined);
  return {
    target: {
      ...(url === undefined ? {} : { url: checked(url) }),
      urls: Object.fromEntries(Object.entries(urls).map(([area, each]) => [area, checked(each)])),
      isPrism: prism,
      known: prism ? {} : known,
      options: bound,
      hasCertificate: tls.cert !== undefined,
      ...(given === undefined ? {} : { token: given }),
    },
    close: async () => mock?.close(),
  };
}

async function startPrism(specs: ContractOptions["specs"]) {
  // Loaded only here: it takes longer than all the rest.
  const { startMock } = await import("@chainkit/mock");
  return startMock(specs ? { specs } : {});
}

function checked(url: string): string {
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new Error(`the target must be an http or https URL; received "${url}"`);
  }
  const { search, hash, username } = new URL(url);
  if (search !== "" || hash !== "" || username !== "") {
    throw new Error("the target must be a base URL, without credentials, query or fragment");
  }
  return url.replace(/\/$/, "");
}
