import { createChainDataClient } from "@chainkit/chain-data";

const chainData = createChainDataClient({ baseUrl: "http://127.0.0.1:4010" });

const { block } = await chainData.getBlock({ chain_name: "ethereum", block_number: "17686112" });
console.log(block.number, block.hash, block.timestamp);
