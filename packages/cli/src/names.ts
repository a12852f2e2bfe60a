/**
 * The kebab-case form of a name of the contract: `getErc20Balances` is `get-erc20-balances`,
 * `chain_name` and `chainName` are `chain-name`.
 */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

/** The environment variable of a setting: `CHAINKIT_GRAPH_NS` for `graphNs`. */
export const envName = (...names: string[]): string =>
  ["chainkit", ...names]
    .map((name) => kebab(name).replaceAll("-", "_"))
    .join("_")
    .toUpperCase();
