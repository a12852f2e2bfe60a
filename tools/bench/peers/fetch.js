import { countByHand, walletAddress } from "./listing.js";

export default ({ baseUrl, fetch = globalThis.fetch }) => {
  const page = async (cursor) => {
    const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
    const path = `/ethereum/v1/address/${encodeURIComponent(walletAddress)}/transactions`;
    const response = await fetch(`${baseUrl}${path}?${query}`);
    if (!response.ok) {
      throw new Error(String(response.status));
    }
    return response.json();
  };
  return { page, count: () => countByHand(page) };
};
