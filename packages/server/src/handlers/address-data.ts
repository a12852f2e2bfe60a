import type { AddressDataOperations, components } from "@chainkit/address-data";
import {
  type Erc20BalanceRecord,
  type Hex,
  type NftRecord,
  ZERO_ADDRESS,
} from "../chain/records.ts";
import { JsonText, jsonOf } from "../http/caching.ts";
import type { Cursors } from "../http/cursor.ts";
import { invalid, notFound } from "../http/http-error.ts";
import type { Caller, Handlers } from "../http/routes.ts";
import type { StoredExtent } from "../store/chain-reader.ts";
import { type BalancesOnDemand, notReadYet, unreadable } from "./balances-on-demand.ts";
import { readCovered, readKnown } from "./coverage.ts";
import { changing, type FindChain } from "./finality.ts";
import { listNfts } from "./nft-ranges.ts";
import { pageReader } from "./pages.ts";
import { erc20Balance, erc721Balance } from "./shown.ts";
import { blockPage, growingPage, transactionPage } from "./transaction-pages.ts";

type Schemas = components["schemas"];

export function addressDataHandlers(
  findChain: FindChain,
  cursors: Cursors,
  onDemand: BalancesOnDemand | undefined,
): Handlers<AddressDataOperations> {
  const discoverUnknown = (
    chain: string,
    owner: Hex,
    extent: StoredExtent | undefined,
    caller: Caller,
  ) => {
    // Tokens of the zero address are burnt, and all tokens have been.
    const isAll = extent?.blocks?.oldest === 0 || owner === ZERO_ADDRESS;
    if (extent?.blocks && !extent.isDiscovered && !isAll) {
      onDemand?.discover(chain, owner, extent.blocks.oldest, caller());
    }
  };
  return {
    getAddressTransactions(params) {
      const { chainName, walletAddress } = params;
      const served = findChain(chainName);
      const address = readAddress("walletAddress", walletAddress);
      const scope = ["getAddressTransactions", chainName, address];
      const page = transactionPage(cursors, scope, params, (one, ...range) =>
        one.listAddressTransactions(address, ...range),
      );
      return growingPage(page, served);
    },
    getBlockTransactions(params) {
      const { chainName, blockNumber } = params;
      const served = findChain(chainName);
      if (!Number.isSafeInteger(blockNumber) || blockNumber < 0) {
        throw notFound(`There is no block ${blockNumber} of ${chainName}.`);
      }
      const scope = ["getBlockTransactions", chainName, String(blockNumber)];
      const page = transactionPage(cursors, scope, params, (server, ...range) =>
        readKnown(server, `block ${blockNumber} of ${chainName}`, (one) =>
          one.listBlockTransactions(blockNumber, ...range),
        ),
      );
      return blockPage(page, served, blockNumber);
    },
    getLatestTransactions(params) {
      const served = findChain(params.chainName);
      const scope = ["getLatestTransactions", params.chainName];
      const page = transactionPage(cursors, scope, params, (one, ...range) =>
        one.listLatestTransactions(...range),
      );
      return growingPage(page, served);
    },
    getErc20Balances(params, caller) {
      const { chainName } = params;
      const { chain } = findChain(chainName);
      const { owner, token } = readPair(params);
      const page = pageReader<Erc20BalanceRecord, readonly [Hex], string>(
        cursors,
        ["getErc20Balances", chainName, owner, token ?? ""],
        params,
        {
          read: (one, after, count) => one.listErc20Balances(owner, token, after?.[0], count),
          positionOf: (row) => [row.contract],
          show: erc20Balance,
          sizeOf: Buffer.byteLength,
        },
      );
      const readPage = () => readCovered(chain, { of: "balances", owner, token }, page.read);
      return changing<Schemas["Erc20BalancePage"]>(async () => {
        const isEmpty = () => covered.result.items.length === 0 && page.after === undefined;
        let covered = await readPage();
        if (onDemand && token && isEmpty()) {
          await onDemand.load(chainName, { owner, token }, caller());
          covered = await readPage();
        }
        const { result, extent, coverage } = covered;
        discoverUnknown(chainName, owner, extent, caller);
        if (isEmpty()) {
          assertRead(extent);
        }
        const { list: erc20TokenBalances, ...texts } = textsOf(result);
        const text = jsonOf<Schemas["Erc20BalancePage"]>({ ...texts, erc20TokenBalances });
        return { data: new JsonText(text), coverage };
      }, chain.revision);
    },
    getErc721Balances(params, caller) {
      const { chainName } = params;
      const { chain } = findChain(chainName);
      const { owner, token } = readPair(params);
      const page = pageReader<NftRecord, readonly [Hex, string], string>(
        cursors,
        ["getErc721Balances", chainName, owner, token ?? ""],
        params,
        {
          read(one, at, count, maxBytes) {
            const after = at && { collection: at[0], tokenId: BigInt(at[1]) };
            return listNfts(one, { owner, contract: token, after, count, maxBytes });
          },
          positionOf: ({ collection, tokenId }) => [collection, String(tokenId)],
          show: erc721Balance,
          sizeOf: Buffer.byteLength,
        },
      );
      return changing<Schemas["Erc721BalancePage"]>(async () => {
        const scope = { of: "nfts", owner, token } as const;
        const { result, extent, coverage } = await readCovered(chain, scope, page.read);
        discoverUnknown(chainName, owner, extent, caller);
        const { list: erc721TokenBalances, ...texts } = textsOf(result);
        const text = jsonOf<Schemas["Erc721BalancePage"]>({ ...texts, erc721TokenBalances });
        return { data: new JsonText(text), coverage };
      }, chain.revision);
    },
  };
}

/** Formats what pages of tokens consist of. */
function textsOf({ items, cursor }: { items: readonly string[]; cursor: string | null }) {
  return {
    cursor: JSON.stringify(cursor),
    resultCount: String(items.length),
    list: `[${items.join()}]`,
  };
}

/** An empty list means that there is nothing, not that nothing has been read. */
function assertRead(extent: StoredExtent | undefined): void {
  if (!extent || extent.pending > 0) {
    throw notReadYet("Balances of the wallet are not read yet.");
  }
  if (extent.unreadable > 0) {
    throw unreadable("The contracts of the wallet's tokens could not be read.");
  }
}

function readPair(params: {
  readonly walletAddress: string;
  readonly "contract-address"?: string | null | undefined;
}): { owner: Hex; token: Hex | undefined } {
  const contract = params["contract-address"];
  return {
    owner: readAddress("walletAddress", params.walletAddress),
    token: contract == null ? undefined : readAddress("contract-address", contract),
  };
}

/** The contract allows any string; only an address can match. */
function readAddress(parameter: string, text: string): Hex {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) {
    throw invalid([{ parameter, reason: "must be 0x and 40 hexadecimal digits" }]);
  }
  return text.toLowerCase() as Hex;
}
