import type { Call } from "./answers.ts";
import {
  blocks,
  CHAINS,
  type Chain,
  COLLECTIONS,
  createChain,
  createTokens,
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

/** Lookup of records, and the records of each listing. */
export class Records {
  chain: Chain = { blocks, transactions };
  tokens: readonly Fields[] = tokens;
  nfts: readonly Fields[] = nfts;
  #listed: readonly Fields[] | undefined;

  /** Makes listings longer than a walk: 1,000 older transactions, 1,300 in a known block, and tokens. */
  lengthen(): void {
    const counts = this.chain.blocks.map(({ number, transaction_count }) =>
      number === NEWEST - 2 ? 1300 : Number(transaction_count),
    );
    this.chain = createChain([...Array.from({ length: 20 }, () => 50), ...counts]);
    this.tokens = createTokens(1400);
  }

  findBlock(number: string): Fields | undefined {
    const wanted = number === "latest" ? NEWEST : Number(number);
    return this.chain.blocks.find((block) => block.number === wanted);
  }

  findTransaction(hash: string): Fields | undefined {
    return this.chain.transactions.find(
      ({ transaction_hash }) => transaction_hash === hash.toLowerCase(),
    );
  }

  findNft(collection: string, id: string): Fields | undefined {
    const found = this.nfts.find(
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
    const passes = (address: unknown) => filter === undefined || filter === address;
    switch (operation) {
      case "getErc20Balances":
        return (wallet === WALLETS[0] ? this.tokens : []).filter(({ contract }) =>
          passes((contract as Fields).address),
        );
      case "getErc721Balances":
        return (wallet === WALLETS[0] ? this.nfts : []).filter(({ address }) => passes(address));
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

  listed(belongs: (transaction: Fields) => boolean): Fields[] {
    this.#listed ??= this.chain.transactions.map((each) =>
      Object.fromEntries(Object.entries(each).filter(([name]) => !V2_ONLY.test(name))),
    );
    return this.#listed.filter(belongs);
  }
}
