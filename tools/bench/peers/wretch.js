import wretch from "wretch";
import QueryStringAddon from "wretch/addons/queryString";
import { countByHand, listingPath } from "./listing.js";

export default ({ baseUrl, fetch = globalThis.fetch }) => {
  const client = wretch(baseUrl).fetchPolyfill(fetch).addon(QueryStringAddon);
  const page = (cursor) => {
    const query = { limit: 100, ...(cursor && { cursor }) };
    return client.url(listingPath).query(query).get().json();
  };
  return { page, count: () => countByHand(page) };
};
