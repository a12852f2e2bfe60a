import { createAddressDataClient } from "@chainkit/address-data";

const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });

const pages = addressData
  .getBlockTransactions({ chainName: "ethereum", blockNumber: 17686112, limit: 2 })
  .pages();
for await (const { transactions, cursor } of pages) {
  console.log(
    transactions.map(({ transaction_hash }) => transaction_hash),
    cursor,
  );
}
