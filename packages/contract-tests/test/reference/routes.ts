import type { Operation } from "../../src/spec/operations.ts";

/** The method and path of an operation that is written out here. */
type OwnRoute = readonly [operation: string, method: string, path: string];

/** Which method and path lead to which of the operations that the reference has data for. */
const OWN: readonly OwnRoute[] = [
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

const OWN_IDS: ReadonlySet<string> = new Set(OWN.map(([operation]) => operation));

/** Whether the reference has data for an operation, and code that says what it does. */
export function isOwn(operation: string): boolean {
  return OWN_IDS.has(operation);
}

/** Route of a method and a path. */
export interface Route {
  /** If the path has no such method: the first operation that it has. */
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The methods of the path. */
  readonly methods: readonly string[];
}

/** Finds the route of a method and a path; undefined if no operation has the path. */
export type Router = (method: string, path: string) => Route | undefined;

/** Leads to the operations written out here, and to others where their contract has them. */
export function routerOf(others: readonly Operation[]): Router {
  const all: OwnRoute[] = [
    ...OWN,
    ...others.map(({ id, method, path }) => [id, method, path] as const),
  ];
  const compiled = all
    .map(([operation, method, path]) => {
      const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
      // Concrete paths take precedence over templated ones, as in OpenAPI.
      const shape = path.replace(/\{[^}]*\}/g, "\uffff");
      const pattern = new RegExp(
        `^${shape.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("\uffff", "([^/]+)")}$`,
      );
      return { operation, method, names, shape, pattern };
    })
    .sort((one, other) => (one.shape < other.shape ? -1 : Number(one.shape > other.shape)));
  return (method, path) => {
    const [first] = compiled.filter(({ pattern }) => pattern.test(path));
    if (!first) {
      return undefined;
    }
    const same = compiled.filter(({ shape }) => shape === first.shape);
    const { operation, names, pattern } = same.find((each) => each.method === method) ?? first;
    const values = pattern.exec(path) ?? [];
    const parameters = names.map((name, index) => [
      name,
      decodeURIComponent(values[index + 1] ?? ""),
    ]);
    return {
      operation,
      parameters: Object.fromEntries(parameters),
      methods: same.map((each) => each.method),
    };
  };
}
