import { createAddressDataClient } from "@chainkit/address-data";

const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });

const transactions = await addressData
  .getLatestTransactions({ chainName: "ethereum", limit: 2 })
  .toArray({ max: 3 });
for (const { block_number, transaction_hash } of transactions) {
  console.log(block_number, transaction_hash);
}
