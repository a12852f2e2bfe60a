import { up } from "up-fetch";
import { countByHand, listingPath } from "./listing.js";

export default ({ baseUrl, fetch = globalThis.fetch }) => {
  const client = up(fetch, () => ({ baseUrl, timeout: 30_000 }));
  const page = (cursor) => client(listingPath, { params: { limit: 100, cursor } });
  return { page, count: () => countByHand(page) };
};
