import { expect, test } from "vitest";
import { decides } from "./defects/service/defect.ts";
import { runOnReference } from "./reference/run.ts";
import { known } from "./reference/server.ts";
import type { Service } from "./reference/service.ts";

/** The violations that the suite reports of the NFTs of a deployment. */
async function violationsOf(apply: (service: Service) => void) {
  const include = ["getNft", "getErc721Balances"];
  const { results } = await runOnReference({ known, include }, apply);
  return results.flatMap(({ operation, name, failure }) =>
    (failure?.findings ?? []).map((finding) => [operation, name, finding]),
  );
}

test("token ids may be in hexadecimal in lookups and in decimal in listings", async () => {
  const change = decides("findNft", (own, collection, id) => {
    const isId = /^(0x[\da-f]+|\d+)$/i.test(id);
    const found = own(collection, isId ? BigInt(id).toString() : id);
    return found && { ...found, token_id: `0x${BigInt(id).toString(16)}` };
  });
  expect(await violationsOf(change)).toEqual([]);
});

test.each<[string, (reads: number) => boolean]>([
  ["after the first read", (reads) => reads > 1],
  ["at one of two replicas", (reads) => reads % 2 === 0],
  ["at one of three replicas", (reads) => reads % 3 === 1],
])("metadata of an NFT may arrive %s", async (_, isKnown) => {
  const reads = new Map<string, number>();
  const change = decides("findNft", (own, collection, id) => {
    const found = own(collection, id);
    const key = `${collection.toLowerCase()} ${id}`;
    reads.set(key, (reads.get(key) ?? 0) + 1);
    return found && { ...found, description: isKnown(Number(reads.get(key))) ? "It is." : null };
  });
  expect(await violationsOf(change)).toEqual([]);
});
