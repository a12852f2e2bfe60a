import { createConfig } from "ponder";

const {
  BENCH_RPC,
  BENCH_DATABASE = "",
  BENCH_SENDERS = "",
  BENCH_TOKEN,
  BENCH_COLLECTION,
} = process.env;

const transfer = (last: "value" | "tokenId") => ({
  type: "event",
  name: "Transfer",
  inputs: [
    { name: "from", type: "address", indexed: true },
    { name: "to", type: "address", indexed: true },
    { name: last, type: "uint256", indexed: last === "tokenId" },
  ],
});

export default createConfig({
  database: BENCH_DATABASE.startsWith("postgres:")
    ? { kind: "postgres", connectionString: BENCH_DATABASE }
    : { kind: "pglite", directory: BENCH_DATABASE },
  chains: { local: { id: 31337, rpc: BENCH_RPC } },
  blocks: { Every: { chain: "local", startBlock: 0, interval: 1 } },
  accounts: {
    // It has no source of all transactions: only of those of known addresses.
    Senders: {
      chain: "local",
      address: BENCH_SENDERS.split(","),
      startBlock: 0,
      includeTransactionReceipts: true,
    },
  },
  contracts: {
    Token: { chain: "local", abi: [transfer("value")], address: BENCH_TOKEN, startBlock: 0 },
    Collection: {
      chain: "local",
      abi: [transfer("tokenId")],
      address: BENCH_COLLECTION,
      startBlock: 0,
    },
  },
});
