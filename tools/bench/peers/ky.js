import ky from "ky";
import { countByHand, defaultWallet } from "./listing.js";

export default ({ baseUrl, fetch = globalThis.fetch, timeoutMs: timeout = 30_000 }) => {
  const client = ky.create({ fetch, timeout });
  const page = (cursor, wallet = defaultWallet) => {
    const searchParams = { limit: 100, ...(cursor && { cursor }) };
    const path = `/ethereum/v1/address/${encodeURIComponent(wallet)}/transactions`;
    return client.get(`${baseUrl}${path}`, { searchParams }).json();
  };
  return { page, count: () => countByHand(page) };
};
