/**
 * Returns the kebab-case form of a name of a contract: `getErc20Balances` is `get-erc20-balances`, `chain_name` and
 * `chainName` are `chain-name`.
 */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

/**
 * Returns the environment variable of a setting.
 *
 * @param names What the setting belongs to, and its own name.
 * @example
 * variableName("chainkit", "graphNs"); // "CHAINKIT_GRAPH_NS"
 */
export function variableName(...names: readonly string[]): string {
  const words = names.filter(Boolean).map((name) => kebab(name).replaceAll("-", "_"));
  const name = words.join("_").toUpperCase();
  return /^\d/.test(name) ? `API_${name}` : name;
}
