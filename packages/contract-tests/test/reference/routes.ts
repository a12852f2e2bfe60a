/** Which method and path lead to which operation. */
const ROUTES: readonly [operation: string, method: string, path: string][] = [
  ["createTag", "POST", "/public_api/v1/{graph_ns}/tags/create-tag"],
  ["deleteTag", "POST", "/public_api/v1/{graph_ns}/tags/delete-tag"],
  ["queryTag", "POST", "/public_api/v1/{graph_ns}/tags/query-tag"],
  ["removeSubgraph", "POST", "/public_api/v1/{graph_ns}/subgraph/remove-subgraph"],
  ["getTransaction", "GET", "/v2/{chain_name}/transactions/{transaction_hash}"],
  ["getBlock", "GET", "/v2/{chain_name}/blocks/{block_number}"],
  ["getNft", "GET", "/v2/{chain_name}/collections/{collection_address}/nfts/{token_id}"],
  ["getErc20Balances", "GET", "/{chainName}/v1/address/{walletAddress}/balance/erc20"],
  ["getErc721Balances", "GET", "/{chainName}/v1/address/{walletAddress}/balance/erc721"],
  ["getAddressTransactions", "GET", "/{chainName}/v1/address/{walletAddress}/transactions"],
  ["getBlockTransactions", "GET", "/{chainName}/v1/block/{blockNumber}/transactions"],
  ["getLatestTransactions", "GET", "/{chainName}/v1/transactions"],
];

/** What a path leads to. */
export interface Route {
  readonly operation: string;
  readonly method: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const COMPILED = ROUTES.map(([operation, method, path]) => {
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const pattern = new RegExp(`^${path.replace(/\{[^}]*\}/g, "([^/]+)")}$`);
  return { operation, method, names, pattern };
});

export function routeOf(path: string): Route | undefined {
  for (const { operation, method, names, pattern } of COMPILED) {
    const match = pattern.exec(path);
    if (!match) continue;
    const values = names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? "")]);
    return { operation, method, parameters: Object.fromEntries(values) };
  }
  return undefined;
}
