import ky from "ky";
import { countByHand, walletAddress } from "./listing.js";

export default ({ baseUrl, fetch = globalThis.fetch }) => {
  const client = ky.create({ fetch, timeout: 30_000 });
  const page = (cursor) => {
    const searchParams = { limit: 100, ...(cursor && { cursor }) };
    const path = `/ethereum/v1/address/${encodeURIComponent(walletAddress)}/transactions`;
    return client.get(`${baseUrl}${path}`, { searchParams }).json();
  };
  return { page, count: () => countByHand(page) };
};
