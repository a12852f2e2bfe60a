import type { Call } from "./answers.ts";
import {
  blocks,
  CHAINS,
  COLLECTIONS,
  type Fields,
  NEWEST,
  nfts,
  tokens,
  transactions,
  WALLETS,
} from "./data.ts";

/** Fields of a transaction that only one of the areas has. */
const V2_ONLY =
  /^(contract_address|cumulative_gas_used|effective_gas_price|gas_used|l1_.*|status)$/;

const LISTED: readonly Fields[] = transactions.map((each) =>
  Object.fromEntries(Object.entries(each).filter(([name]) => !V2_ONLY.test(name))),
);

/** Lookup of records, and the records of each listing. */
export class Records {
  findBlock(number: string): Fields | undefined {
    const wanted = number === "latest" ? NEWEST : Number(number);
    return blocks.find((block) => block.number === wanted);
  }

  findTransaction(hash: string): Fields | undefined {
    return transactions.find(({ transaction_hash }) => transaction_hash === hash.toLowerCase());
  }

  findNft(collection: string, id: string): Fields | undefined {
    const found = nfts.find(
      ({ address, tokenId }) => address === collection.toLowerCase() && tokenId === id,
    );
    if (!found) {
      return undefined;
    }
    const token_address = COLLECTIONS.find((each) => each === found.address);
    const mint = { mint_block_number: 2000, mint_block_timestamp: "2023-11-15T04:53:20Z" };
    return {
      token_address,
      token_id: id,
      standard: "ERC721",
      owner_address: WALLETS[0],
      attributes: null,
      ...mint,
    };
  }

  servesChain(name: string): boolean {
    return CHAINS.includes(name);
  }

  /** All records of a listing, filtered. */
  recordsOf({ operation, parameters: own }: Call): readonly Fields[] {
    if (own.chainName !== CHAINS[0]) {
      return [];
    }
    const wallet = own.walletAddress?.toLowerCase();
    const filter = own["contract-address"]?.toLowerCase();
    switch (operation) {
      case "getErc20Balances":
        return (wallet === WALLETS[0] ? tokens : []).filter(({ contract }) =>
          this.passes(filter, (contract as Fields).address),
        );
      case "getErc721Balances":
        return (wallet === WALLETS[0] ? nfts : []).filter(({ address }) =>
          this.passes(filter, address),
        );
      case "getAddressTransactions":
        return this.listed(({ from_address, to_address }) =>
          [from_address, to_address].includes(wallet),
        );
      case "getBlockTransactions":
        return this.listed(({ block_number }) => block_number === Number(own.blockNumber));
      default:
        return this.listed(() => true);
    }
  }

  passes(filter: string | undefined, address: unknown): boolean {
    return filter === undefined || filter === address;
  }

  listed(belongs: (transaction: Fields) => boolean): Fields[] {
    return LISTED.filter(belongs);
  }
}
