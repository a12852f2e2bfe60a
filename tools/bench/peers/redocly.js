import { createClient, OPERATIONS } from "./generated/redocly.ts";
import { countItems, walletAddress } from "./listing.js";

export default ({ baseUrl, fetch }) => {
  const retry = { retries: 2 };
  const options = { serverUrl: baseUrl, fetch, argsStyle: "grouped", retry, timeout: 30_000 };
  const client = createClient(OPERATIONS, options);
  const input = (cursor) => ({
    path: { chainName: "ethereum", walletAddress },
    query: { limit: 100, cursor },
  });
  return {
    page: (cursor) => client.getAddressTransactions(input(cursor)),
    count: () => countItems(client.getAddressTransactions.items(input())),
  };
};
