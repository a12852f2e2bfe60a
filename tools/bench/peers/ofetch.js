import { createFetch } from "ofetch";
import { countByHand, listingPath } from "./listing.js";

export default ({ baseUrl, fetch = globalThis.fetch }) => {
  const client = createFetch({ fetch, defaults: { baseURL: baseUrl, timeout: 30_000 } });
  const page = (cursor) => client(listingPath, { query: { limit: 100, cursor } });
  return { page, count: () => countByHand(page) };
};
