import type { AddressDataOperations, components } from "@chainkit/address-data";
import type { Erc20BalanceRecord, Hex, NftRecord } from "../chain/records.ts";
import type { Cursors } from "../http/cursor.ts";
import type { Handlers } from "../http/handlers.ts";
import { invalid, notFound } from "../http/http-error.ts";
import type { ChainReader } from "../store/chain-reader.ts";
import { decimalText } from "./amounts.ts";
import type { BalancesOnDemand } from "./balances-on-demand.ts";
import { chainOf } from "./chains.ts";
import { changing, type ReadFinal } from "./finality.ts";
import { erc721Balance } from "./nft.ts";
import { pageReader } from "./pages.ts";
import { blockPage, growingPage, transactionPage } from "./transaction-pages.ts";

/** Creates the handlers of the address-data area. */
export function addressDataHandlers(
  chains: ReadonlyMap<string, ChainReader>,
  cursors: Cursors,
  readFinal: (chain: string) => ReadFinal,
  onDemand: BalancesOnDemand | undefined,
): Handlers<AddressDataOperations> {
  return {
    getAddressTransactions(params) {
      const { chainName } = params;
      const chain = chainOf(chains, chainName);
      const address = readAddress("walletAddress", params.walletAddress);
      const scope = ["getAddressTransactions", chainName, address];
      const page = transactionPage(cursors, scope, params, (after, count) =>
        chain.listAddressTransactions(address, after, count),
      );
      return growingPage(page, readFinal(chainName), chain, address);
    },
    getBlockTransactions(params) {
      const { chainName, blockNumber } = params;
      const chain = chainOf(chains, chainName);
      const unknown = () => notFound(`${chainName} has no block ${blockNumber} yet.`);
      if (!Number.isSafeInteger(blockNumber) || blockNumber < 0) {
        throw unknown();
      }
      const scope = ["getBlockTransactions", chainName, String(blockNumber)];
      const page = transactionPage(cursors, scope, params, async (after, count) => {
        const found = await chain.listBlockTransactions(blockNumber, after, count);
        if (!found) {
          throw unknown();
        }
        return found;
      });
      return blockPage(page, readFinal(chainName), blockNumber, chain);
    },
    getLatestTransactions(params) {
      const { chainName } = params;
      const chain = chainOf(chains, chainName);
      const scope = ["getLatestTransactions", chainName];
      const page = transactionPage(cursors, scope, params, (after, count) =>
        chain.listLatestTransactions(after, count),
      );
      return growingPage(page, readFinal(chainName), chain);
    },
    getErc20Balances(params, caller) {
      const { chainName } = params;
      const chain = chainOf(chains, chainName);
      const { owner, contract } = readOwnerAndContract(params);
      const page = pageReader<Erc20BalanceRecord, readonly [Hex]>(
        cursors,
        ["getErc20Balances", chainName, owner, contract ?? ""],
        params,
        (after, count) => chain.listErc20Balances(owner, contract, after?.[0], count),
        (row) => [row.contract],
      );
      return changing(async () => {
        let { rows, cursor } = await page.read();
        if (onDemand && contract && rows.length === 0 && page.after === undefined) {
          await onDemand.load(chainName, { owner, token: contract }, caller());
          ({ rows, cursor } = await page.read());
        }
        return { cursor, erc20TokenBalances: rows.map(erc20Balance), resultCount: rows.length };
      }, chain.revision);
    },
    getErc721Balances(params) {
      const { chainName } = params;
      const chain = chainOf(chains, chainName);
      const { owner, contract } = readOwnerAndContract(params);
      const page = pageReader<NftRecord, readonly [Hex, string]>(
        cursors,
        ["getErc721Balances", chainName, owner, contract ?? ""],
        params,
        (after, count) => {
          const at = after && { collection: after[0], tokenId: BigInt(after[1]) };
          return chain.listErc721Balances(owner, contract, at, count);
        },
        ({ collection, tokenId }) => [collection, String(tokenId)],
      );
      return changing(async () => {
        const { rows, cursor } = await page.read();
        return { cursor, erc721TokenBalances: rows.map(erc721Balance), resultCount: rows.length };
      }, chain.revision);
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
  readonly "contract-address"?: string | null | undefined;
}): { owner: Hex; contract: Hex | undefined } {
  const asked = params["contract-address"];
  return {
    owner: readAddress("walletAddress", params.walletAddress),
    contract: asked == null ? undefined : readAddress("contract-address", asked),
  };
}

/** The contract allows any string; only an address can match. */
function readAddress(parameter: string, text: string): Hex {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) {
    throw invalid([{ parameter, reason: "must be 0x and 40 hexadecimal digits" }]);
  }
  return text.toLowerCase() as Hex;
}
