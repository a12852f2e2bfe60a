import { createAddressDataClient } from "@chainkit/address-data";

const addressData = createAddressDataClient({ baseUrl: "http://127.0.0.1:4010" });

const page = await addressData.getErc721Balances({
  chainName: "ethereum",
  walletAddress: "0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca",
  "contract-address": "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b",
  limit: 2,
});
for (const { tokenId, metadata } of page.erc721TokenBalances) {
  console.log(tokenId, metadata?.mintedBlockNumber);
}
// Pass it as `cursor` to get the next page; null on the last page.
console.log(page.cursor);
