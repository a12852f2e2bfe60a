import { createClient, createConfig } from "./generated/hey-api/client/index.ts";
import { getAddressTransactions } from "./generated/hey-api/sdk.gen.ts";
import { countByHand, walletAddress } from "./listing.js";

export default ({ baseUrl, fetch }) => {
  const client = createClient(createConfig({ baseUrl, fetch }));
  const page = async (cursor) => {
    const path = { chainName: "ethereum", walletAddress };
    const options = { client, throwOnError: true, path, query: { limit: 100, cursor } };
    return (await getAddressTransactions(options)).data;
  };
  return { page, count: () => countByHand(page) };
};
