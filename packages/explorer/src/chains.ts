import type { ChainData } from "@chainkit/client";

export type ChainName = ChainData.GetBlockParams["chain_name"];

/**
 * All chains of the contract, with the symbol of their native token, which has 18 decimal places on all of them. One
 * that is missing here does not compile.
 */
export const CHAINS: Readonly<Record<ChainName, { label: string; symbol: string }>> = {
  ethereum: { label: "Ethereum", symbol: "ETH" },
  apechain: { label: "ApeChain", symbol: "APE" },
  arbitrum: { label: "Arbitrum", symbol: "ETH" },
  avalanche: { label: "Avalanche", symbol: "AVAX" },
  base: { label: "Base", symbol: "ETH" },
  bsc: { label: "BNB Smart Chain", symbol: "BNB" },
  polygon: { label: "Polygon", symbol: "POL" },
};

export function isChainName(text: string | undefined): text is ChainName {
  return text !== undefined && Object.hasOwn(CHAINS, text);
}

/** What the page says of its service, as `<meta name="chainkit-…">`. Tests of the formats have no document. */
export function pageFact(name: string): string | undefined {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="chainkit-${name}"]`);
  return meta?.content || undefined;
}

const all = Object.keys(CHAINS) as ChainName[];
const named = pageFact("chains")?.split(",") ?? [];
const served = all.filter((name) => named.includes(name));

/** The chains that are served: those that the page names; of a page that names none, all of the contract. */
export const SERVED: readonly ChainName[] = served.length > 0 ? served : all;
export const DEFAULT_CHAIN = SERVED[0] as ChainName;
/** Those of them that are local chains under the name of another. */
export const LOCAL: readonly string[] = pageFact("local")?.split(",") ?? [];
