import { createAddressDataClient } from "@chainkit/address-data";

const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });

const balances = addressData.getErc20Balances({
  chainName: "ethereum",
  walletAddress: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
  limit: 2,
});
for await (const { balance, contract } of balances) {
  console.log(balance, contract.symbol);
}
