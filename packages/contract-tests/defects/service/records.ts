import { blocks, type Fields, NEWEST, transactions } from "../../test/reference/data.ts";
import { bodies, type Defect, defectsOf, member, set } from "./defect.ts";

const oldest = blocks[0] as Fields;
let turn = 0;

/** Wrong records: not the requested one, or one that contradicts another response. */
export const recordDefects: readonly Defect[] = defectsOf("records", "implied", {
  "latest is old": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      number === "latest" ? oldest : findBlock.call(service, number);
  },
  "latest goes back": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      number === "latest"
        ? findBlock.call(service, String(NEWEST - 4 * (turn++ % 2)))
        : findBlock.call(service, number);
  },
  "any number is the latest block": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) => (findBlock.call(service, number) ? blocks.at(-1) : undefined);
  },
  "blocks off by one": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) =>
      number === "latest" ? blocks.at(-1) : findBlock.call(service, String(Number(number) - 1));
  },
  "latest for unknown blocks": (service) => {
    const { findBlock } = service;
    service.findBlock = (number) => findBlock.call(service, number) ?? blocks.at(-1);
  },
  "another transaction": (service) => {
    const { findTransaction } = service;
    service.findTransaction = (hash) => findTransaction.call(service, hash) && transactions[3];
  },
  "any transaction for unknown hashes": (service) => {
    const { findTransaction } = service;
    service.findTransaction = (hash) => findTransaction.call(service, hash) ?? transactions[3];
  },
  "hashes told apart by case": (service) => {
    service.findTransaction = (hash) => transactions.find((each) => each.transaction_hash === hash);
  },
  "another token's NFT": (service) => {
    const { findNft } = service;
    service.findNft = (collection) =>
      findNft.call(service, collection, "40") ?? findNft.call(service, collection, "43");
  },
  "an NFT of another collection": (service) => {
    const { findNft } = service;
    service.findNft = (collection, id) => {
      const found = findNft.call(service, collection, id);
      return found && { ...found, token_address: blocks[0]?.miner };
    };
  },
  "parent hash is the own one": bodies(
    "getBlock",
    set("block.parent_hash", (b) => b.block.hash),
  ),
  "time runs backwards": bodies(
    "getBlock",
    set("block.timestamp", (b) => new Date(2e12 - b.block.number * 1e6).toISOString()),
  ),
  "a block counts one transaction too few": bodies(
    "getBlock",
    set("block.transaction_count", (b) => b.block.transaction_count - 1),
  ),
  "a listed transaction names another block": bodies("getBlockTransactions", (b) => {
    for (const each of b.transactions) {
      each.block_hash = oldest.hash;
    }
  }),
  "indices all zero": bodies("getBlockTransactions", (b) => {
    for (const each of b.transactions) {
      each.transaction_index = 0;
    }
  }),
  "lookup and listing name other senders": bodies(
    "getTransaction",
    set(
      "transaction.from_address",
      oldest.parent_hash === "" ? "" : "0x0000000000000000000000000000000000000001",
    ),
  ),
  "value in wei": bodies("getTransaction", set("transaction.value", 1_500_000_000_000_000_000)),
  "balance in the smallest unit": bodies(
    "getErc20Balances",
    set("erc20TokenBalances.0.balance", "1000000"),
  ),
  "balance rounded": bodies("getErc20Balances", set("erc20TokenBalances.0.raw_balance", "1000001")),
  "unknown chains are served": member("servesChain", () => true),
  "a chain is not served": member("servesChain", (name) => name !== "ethereum"),
});
