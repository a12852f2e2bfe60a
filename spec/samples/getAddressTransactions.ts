import { createAddressDataClient } from "@chainkit/address-data";

const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });

const transactions = addressData.getAddressTransactions({
  chainName: "ethereum",
  walletAddress: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
  limit: 2,
});
let remaining = 10;
for await (const { block_timestamp, transaction_hash } of transactions) {
  console.log(block_timestamp, transaction_hash);
  if (--remaining === 0) {
    break;
  }
}
