import { createChainDataClient } from "@chainkit/chain-data";

const chainData = createChainDataClient({ baseUrl: "http://127.0.0.1:4010" });

const { nft } = await chainData.getNft({
  chain_name: "ethereum",
  collection_address: "0xed5af388653567af2f388e6224dc7c4b3241c544",
  token_id: "4242",
});
console.log(nft.name, nft.owner_address);
