import { createClient, OPERATIONS } from "./generated/redocly.ts";
import { countItems, defaultWallet } from "./listing.js";

export default ({ baseUrl, fetch, timeoutMs: timeout = 30_000 }) => {
  const retry = { retries: 2 };
  const options = { serverUrl: baseUrl, fetch, argsStyle: "grouped", retry, timeout };
  const client = createClient(OPERATIONS, options);
  const input = (cursor, walletAddress = defaultWallet) => ({
    path: { chainName: "ethereum", walletAddress },
    query: { limit: 100, cursor },
  });
  return {
    page: (cursor, wallet) => client.getAddressTransactions(input(cursor, wallet)),
    count: () => countItems(client.getAddressTransactions.items(input())),
  };
};
