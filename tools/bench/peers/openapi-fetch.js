import createClient from "openapi-fetch";
import { countByHand, walletAddress } from "./listing.js";

export default ({ baseUrl, fetch }) => {
  const client = createClient({ baseUrl, fetch });
  const page = async (cursor) => {
    const { data, error } = await client.GET(
      "/{chainName}/v1/address/{walletAddress}/transactions",
      { params: { path: { chainName: "ethereum", walletAddress }, query: { limit: 100, cursor } } },
    );
    if (error) {
      throw error;
    }
    return data;
  };
  return { page, count: () => countByHand(page) };
};
