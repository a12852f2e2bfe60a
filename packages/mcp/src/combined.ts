import { type OperationDescription, operations } from "@chainkit/client/operations";

type Json = Readonly<Record<string, unknown>>;

/** Calls an operation of the contract by its id. */
type CallOperation = (id: string, params: Json) => Promise<unknown>;

/** A tool that combines documented operations, and adds nothing of its own. */
export interface Combined {
  readonly operation: OperationDescription;
  /** Ids of the operations that it calls. */
  readonly uses: readonly string[];
  readonly run: (params: Json, call: CallOperation) => Promise<Json>;
}

/** Rows of each listing in a summary. */
const ROWS = 10;

/** Describes a combined tool as an operation, so that it is checked, shortened and redacted like one. */
function described(
  id: string,
  summary: string,
  description: string,
  parameters: Readonly<Record<string, string>>,
): OperationDescription {
  const properties = Object.entries(parameters).map(([name, text]) => [
    name,
    { type: "string", description: text },
  ]);
  return {
    id,
    area: "",
    method: "GET",
    path: "",
    summary,
    description,
    deprecated: false,
    params: {
      type: "object",
      properties: Object.fromEntries(properties),
      required: Object.keys(parameters),
      additionalProperties: false,
    },
    places: {},
    clientOptions: [],
    examples: [],
    responses: {},
    result: { type: "object" },
    auth: "none",
    safe: true,
    idempotent: true,
  };
}

/** The value of a call, or what is wrong with it: the other parts of a summary are still of use. */
async function partOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: Error) => ({ error: error.message }));
}

const walletSummary: Combined = {
  operation: described(
    "wallet_summary",
    "Summarize a wallet",
    "Combines getErc20Balances, getErc721Balances and getAddressTransactions: the first rows of each. " +
      "A cursor continues with the operation of that name. The balance of the chain's own currency is not included.",
    { chainName: "Blockchain name.", walletAddress: "Wallet address." },
  ),
  uses: ["getErc20Balances", "getErc721Balances", "getAddressTransactions"],
  async run(params, call) {
    const parts = walletSummary.uses.map(
      async (id) => [id, await partOf(call(id, { ...params, limit: ROWS }))] as const,
    );
    return Object.fromEntries(await Promise.all(parts));
  },
};

/** Makes the tool that says which of the contract's chains are served. */
function servedChains(chains: readonly string[]): Combined {
  return {
    operation: described(
      "list_chains",
      "List the chains that are served",
      "Calls getLatestTransactions on each chain that the contract names: the number of the latest block with " +
        "transactions, or why there is none.",
      {},
    ),
    uses: ["getLatestTransactions"],
    async run(_, call) {
      const states = chains.map(async (chainName) => {
        const page = await partOf(call("getLatestTransactions", { chainName, limit: 1 }));
        const { transactions, error } = Object(page);
        const [latest] = Array.isArray(transactions) ? transactions : [];
        const state =
          error === undefined
            ? { served: true, latestBlock: Object(latest).block_number }
            : { error };
        return [chainName, { served: false, ...state }] as const;
      });
      return Object.fromEntries(await Promise.all(states));
    },
  };
}

/** The operations of the contract. */
const all = Object.values(operations).flatMap((area) => Object.values<OperationDescription>(area));
const ids = new Set(all.map(({ id }) => id));

/** The chains that the contract names. */
const chains = all.flatMap(({ params }) =>
  Object.entries(Object(params.properties)).flatMap(([name, schema]): string[] =>
    /^chain_?name$/i.test(name) ? (Object(schema).enum ?? []) : [],
  ),
);

/** The combined tools of which all operations exist. */
export const combinedTools: readonly Combined[] = [
  walletSummary,
  servedChains([...new Set(chains)]),
].filter(({ uses }) => uses.every((id) => ids.has(id)));
