import { createAddressDataClient } from "@chainkit/address-data";
import { countItems, walletAddress } from "./listing.js";

export default ({ baseUrl, fetch }) => {
  const client = createAddressDataClient({ baseUrl, fetch });
  const page = (cursor) =>
    client.getAddressTransactions({ chainName: "ethereum", walletAddress, limit: 100, cursor });
  return { page, count: () => countItems(page()) };
};
