import { getAddressTransactions } from "./generated/orval/client.ts";
import { connectTo } from "./generated/orval/fetch.js";
import { countByHand, walletAddress } from "./listing.js";

export default (connection) => {
  connectTo(connection);
  const page = async (cursor) => {
    const query = { limit: 100, cursor };
    return (await getAddressTransactions("ethereum", walletAddress, query)).data;
  };
  return { page, count: () => countByHand(page) };
};
