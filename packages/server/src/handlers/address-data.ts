import type { AddressDataOperations, components } from "@chainkit/address-data";
import type {
  Erc20BalanceRecord,
  Hex,
  NftRecord,
  TransactionPosition,
  TransactionRecord,
} from "../chain/records.ts";
import type { Cursors } from "../http/cursor.ts";
import type { Handlers } from "../http/handlers.ts";
import { invalid, notFound } from "../http/http-error.ts";
import type { ChainReader } from "../store/chain-store.ts";
import { decimalText } from "./amounts.ts";
import { chainOf } from "./chains.ts";
import { decodeCall } from "./decode.ts";
import { erc721Balance } from "./nft.ts";
import { type PageRequest, readPage } from "./pages.ts";
import { addressDataTransaction } from "./transaction.ts";

type TransactionPage = components["schemas"]["TransactionPage"];
type ReadTransactions = (
  after: TransactionPosition | undefined,
  count: number,
) => Promise<readonly TransactionRecord[]>;

/** Creates the handlers of the address-data area. */
export function addressDataHandlers(
  chains: ReadonlyMap<string, ChainReader>,
  cursors: Cursors,
): Handlers<AddressDataOperations> {
  const transactions = async (
    scope: readonly string[],
    params: PageRequest,
    read: ReadTransactions,
  ): Promise<TransactionPage> => {
    const { rows, cursor } = await readPage<TransactionRecord, readonly [number, number]>(
      cursors,
      scope,
      params,
      (after, count) => read(after && { blockNumber: after[0], index: after[1] }, count),
      ({ blockNumber, index }) => [blockNumber, index],
    );
    return {
      cursor,
      transactions: rows.map((row) => addressDataTransaction(row, decodeCall(row))),
    };
  };

  return {
    getAddressTransactions(params) {
      const chain = chainOf(chains, params.chainName);
      const address = readAddress("walletAddress", params.walletAddress);
      const scope = ["getAddressTransactions", params.chainName, address];
      return transactions(scope, params, (after, count) =>
        chain.listAddressTransactions(address, after, count),
      );
    },
    async getBlockTransactions(params) {
      const { chainName, blockNumber } = params;
      const chain = chainOf(chains, chainName);
      const unknown = () => notFound(`${chainName} has no block ${blockNumber} yet.`);
      if (!Number.isSafeInteger(blockNumber) || blockNumber < 0) {
        throw unknown();
      }
      const scope = ["getBlockTransactions", chainName, String(blockNumber)];
      return transactions(scope, params, async (after, count) => {
        const found = await chain.listBlockTransactions(blockNumber, after, count);
        if (!found) {
          throw unknown();
        }
        return found;
      });
    },
    getLatestTransactions(params) {
      const chain = chainOf(chains, params.chainName);
      const scope = ["getLatestTransactions", params.chainName];
      return transactions(scope, params, (after, count) =>
        chain.listLatestTransactions(after, count),
      );
    },
    async getErc20Balances(params) {
      const chain = chainOf(chains, params.chainName);
      const { owner, contract } = readOwnerAndContract(params);
      const { rows, cursor } = await readPage<Erc20BalanceRecord, readonly [Hex]>(
        cursors,
        ["getErc20Balances", params.chainName, owner, contract ?? ""],
        params,
        (after, count) => chain.listErc20Balances(owner, contract, after?.[0], count),
        (row) => [row.contract],
      );
      return { cursor, erc20TokenBalances: rows.map(erc20Balance), resultCount: rows.length };
    },
    async getErc721Balances(params) {
      const chain = chainOf(chains, params.chainName);
      const { owner, contract } = readOwnerAndContract(params);
      const { rows, cursor } = await readPage<NftRecord, readonly [Hex, string]>(
        cursors,
        ["getErc721Balances", params.chainName, owner, contract ?? ""],
        params,
        (after, count) => {
          const at = after && { collection: after[0], tokenId: BigInt(after[1]) };
          return chain.listErc721Balances(owner, contract, at, count);
        },
        ({ collection, tokenId }) => [collection, String(tokenId)],
      );
      return { cursor, erc721TokenBalances: rows.map(erc721Balance), resultCount: rows.length };
    },
  };
}

function erc20Balance(record: Erc20BalanceRecord): components["schemas"]["Erc20Balance"] {
  return {
    // Without decimals, only the smallest unit is known.
    balance: decimalText(record.raw, record.decimals ?? 0),
    raw_balance: String(record.raw),
    contract: {
      address: record.contract,
      decimals: record.decimals,
      erc_type: "ERC20",
      logoUri: record.logoUri,
      name: record.name,
      symbol: record.symbol,
    },
  };
}

function readOwnerAndContract(params: {
  readonly walletAddress: string;
  readonly "contract-address"?: string | undefined;
}): { owner: Hex; contract: Hex | undefined } {
  const asked = params["contract-address"];
  return {
    owner: readAddress("walletAddress", params.walletAddress),
    contract: asked === undefined ? undefined : readAddress("contract-address", asked),
  };
}

/** The contract allows any string; only an address can match. */
function readAddress(parameter: string, text: string): Hex {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) {
    throw invalid([{ parameter, reason: "must be 0x and 40 hexadecimal digits" }]);
  }
  return text.toLowerCase() as Hex;
}
