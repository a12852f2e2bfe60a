import { expect, test } from "vitest";
import { startApp } from "./support/app-options.ts";
import { address } from "./support/blocks.ts";

const HOSTILE = '"\\\n\u0000\u2028</script>\ud800é😀';

test("texts are escaped, hexadecimal is sent as it is, and what the contract lacks is left out", async () => {
  const nft = {
    ...{ name: HOSTILE, symbol: HOSTILE.repeat(100), token_uri: `ipfs://${HOSTILE}` },
    ...{ attributes: [{ trait_type: HOSTILE }], standard: "ERC721", token_id: "7" },
    ...{ token_address: address(7), owner_address: null },
  };
  const handlers = { getNft: () => ({ nft: { ...nft, unknown: 1 } }) };
  const { app } = await startApp({ handlers });
  const url = `/v2/ethereum/collections/${address(7)}/nfts/7`;
  const { statusCode, body } = await app.inject({ url });
  expect([statusCode, JSON.parse(body)]).toEqual([200, JSON.parse(JSON.stringify({ nft }))]);
});
