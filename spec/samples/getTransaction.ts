import { createChainDataClient } from "@chainkit/chain-data";

const chainData = createChainDataClient({ baseUrl: "http://127.0.0.1:4010" });

const { transaction } = await chainData.getTransaction({
  chain_name: "ethereum",
  transaction_hash: "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5",
});
console.log(transaction.from_address, transaction.to_address, BigInt(transaction.value_raw));
