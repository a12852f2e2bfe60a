import OpenAI from "openai";
import { AbstractPage } from "openai/core/pagination";
import { countItems, walletAddress } from "./listing.js";

// What Stainless generates for a listing: a class of pages.
class TransactionsPage extends AbstractPage {
  constructor(client, response, body, options) {
    super(client, response, body, options);
    Object.assign(this, body);
  }
  getPaginatedItems() {
    return this.transactions;
  }
  nextPageRequestOptions() {
    const { query } = this.options;
    return this.cursor ? { ...this.options, query: { ...query, cursor: this.cursor } } : null;
  }
}

export default ({ baseUrl, fetch }) => {
  const options = { baseURL: baseUrl, apiKey: "none", fetch, timeout: 30_000 };
  const client = new OpenAI({ ...options, dangerouslyAllowBrowser: true });
  const path = `/ethereum/v1/address/${walletAddress}/transactions`;
  return {
    page: (cursor) => client.get(path, { query: { limit: 100, cursor } }),
    count: () => countItems(client.getAPIList(path, TransactionsPage, { query: { limit: 100 } })),
  };
};
