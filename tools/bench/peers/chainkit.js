import { createAddressDataClient } from "@chainkit/address-data";
import { countItems, defaultWallet } from "./listing.js";

export default ({ baseUrl, fetch, timeoutMs }) => {
  const client = createAddressDataClient({ baseUrl, fetch, timeoutMs });
  const page = (cursor, walletAddress = defaultWallet) =>
    client.getAddressTransactions({ chainName: "ethereum", walletAddress, limit: 100, cursor });
  return { page, count: () => countItems(page()) };
};
