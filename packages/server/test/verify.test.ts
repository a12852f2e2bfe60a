import { createMPT } from "@ethereumjs/mpt";
import { type Input, RLP } from "@ethereumjs/rlp";
import fc from "fast-check";
import { expect, test } from "vitest";
import { orderedTrieRoot } from "../src/verify/ordered-trie.ts";
import { encode, type Item } from "../src/verify/rlp.ts";

test.each([0, 1, 2, 16, 17, 127, 128, 129, 300])(
  "the root of %i values equals that of a trie",
  async (count) => {
    const values = Array.from({ length: count }, (_, at) =>
      Uint8Array.from({ length: 1 + ((at * 37) % 200) }, (__, byte) => (at + byte) % 251),
    );
    const trie = await createMPT();
    for (const [at, value] of values.entries()) {
      await trie.put(RLP.encode(at), value);
    }
    expect(Buffer.from(orderedTrieRoot(values)).equals(trie.root())).toBe(true);
  },
);

const digits = fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes).toString("hex"));
const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof({ maxDepth: 3 }, digits, fc.array(tie("item"), { maxLength: 6 })),
}));

/** Converts the digits of an item to the bytes that the library takes. */
function bytesOf(some: Item): Input {
  return typeof some === "string"
    ? Buffer.from(some, "hex")
    : [...some].map((each) => bytesOf(each as Item));
}

test("encodes like another implementation of RLP", () => {
  const large = ["7f", "80", "00", "11".repeat(55), "11".repeat(56), "22".repeat(70_000)];
  fc.assert(
    fc.property(item, (some) => {
      expect(Buffer.from(encode(some))).toEqual(Buffer.from(RLP.encode(bytesOf(some))));
    }),
    { examples: [[large], ...large.map((each): [Item] => [each])], numRuns: 300 },
  );
});

test.each(["0", "abc", "zz", "0g"])("encodes invalid digits as nothing: %s", (some) => {
  expect(
    [encode(some), encode([some, "00"]), encode(["00", some])].map(({ length }) => length),
  ).toEqual([0, 0, 0]);
});
