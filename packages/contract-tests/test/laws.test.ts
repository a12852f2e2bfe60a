import { describe, expect, test } from "vitest";
import { type Body, bodies } from "../defects/service/defect.ts";
import { type Listing, listingOf } from "../src/invariants/listing.ts";
import { Budget } from "../src/invariants/walk.ts";
import { isCompleteInBlocks } from "../src/invariants/wallet-transactions.ts";
import { participants } from "../src/invariants/wallets.ts";
import { runContract } from "../src/run.ts";
import { outcomeOf } from "./laws/outcome.ts";
import { blocks, WALLETS } from "./reference/data.ts";
import { onReference } from "./reference/fixture.ts";
import { known, startReference } from "./reference/server.ts";
import { type Service, TOKEN } from "./reference/service.ts";

/** Has on `polygon` what the reference has on `ethereum`, and the other way round. */
function onPolygon(service: Service): void {
  const others: Readonly<Record<string, string>> = { polygon: "ethereum", ethereum: "polygon" };
  const { answer } = service;
  service.answer = (call) => {
    const parameters = Object.entries(call.parameters).map(([name, value]) => [
      name,
      others[value] ?? value,
    ]);
    return answer.call(service, { ...call, parameters: Object.fromEntries(parameters) });
  };
}

describe("an invariant", () => {
  test.each([
    "getAddressTransactions / invariant / a wallet lists what it sent and what it received",
    "getAddressTransactions / invariant / a wallet lists its transactions of every block",
    "get* / invariant / an unused wallet has an empty page",
    "getLatestTransactions / invariant / the latest transactions begin at the newest blocks",
  ])("asks the chain that has data, not that of the examples: %s", async (title) => {
    const { url, close } = await startReference(onPolygon);
    const options = { token: TOKEN, seed: 1, blockWaitMs: 0, include: [title] };
    const { results } = await runContract({ target: url, ...options }).finally(close);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["passed"]));
  });

  test.each([
    [0n, "passed"],
    [-1n, "failed"],
  ])(
    "compares the price that a transaction pays with the base fee: %d more",
    async (more, outcome) => {
      const price = (body: Body) => {
        const { base_fee_per_gas: base } = blocks.find(
          ({ number }) => number === body.transaction.block_number,
        ) as Body;
        body.transaction.effective_gas_price = String(BigInt(base) + more);
        body.transaction.max_fee_per_gas = "20";
      };
      const title =
        "getTransaction / invariant / a transaction agrees with the block that contains it";
      expect(await outcomeOf(title, bodies("getTransaction", price))).toMatchObject({ outcome });
    },
  );
});

test.each([
  [0, "0", "passed"],
  [1.5, "1500000000000000000", "passed"],
  [0, "1", "failed"],
])("value %d is value_raw %s: %s", async (value, raw, outcome) => {
  const title = "getTransaction / invariant / value equals value_raw in whole tokens";
  const change = bodies("getTransaction", ({ transaction }) => {
    Object.assign(transaction, { value, value_raw: raw });
  });
  expect(await outcomeOf(title, change)).toMatchObject({ outcome });
});

test.each([
  [-1, "passed"],
  [0, "failed"],
])("the index of a transaction is below the count of its block: %d more", async (more, outcome) => {
  const title = "getTransaction / invariant / a transaction agrees with the block that contains it";
  const change = bodies("getTransaction", ({ transaction }) => {
    const block = blocks.find(({ number }) => number === transaction.block_number);
    transaction.transaction_index = Number(block?.transaction_count) + more;
  });
  expect(await outcomeOf(title, change)).toMatchObject({ outcome });
});

test.each([
  ["not taken", undefined, "passed"],
  ["the same", 0n, "passed"],
  ["another", 1n, "failed"],
])("a token_id in hexadecimal is %s: %s more", async (_, more, outcome) => {
  const title =
    "getNft / invariant / token_id means the same in decimal and in hexadecimal, where both are taken";
  const change = (service: Service) => {
    const { findNft } = service;
    service.findNft = (collection, id) => {
      const isOther = id.startsWith("0x");
      const found = findNft.call(service, collection, isOther ? String(BigInt(id)) : id);
      const missing = isOther && more === undefined;
      return found && !missing
        ? { ...found, token_id: String(BigInt(id) + (isOther ? (more ?? 0n) : 0n)) }
        : undefined;
    };
  };
  expect(await outcomeOf(title, change)).toMatchObject({ outcome });
});

test("the first block has no parent to compare with", async () => {
  const title = "getBlock / invariant / parent_hash is the hash of the preceding block";
  const first = { ...known, getBlock: [{ chain_name: "ethereum", block_number: "2000" }] };
  const change = bodies("getBlock", ({ block }) => {
    block.number = block.number === 2000 ? 0 : block.number;
  });
  expect(await outcomeOf(title, change, first)).toMatchObject({ outcome: "passed" });
});

test.each([
  ["the newest first: compared up to the last whole block", false, true],
  ["in no order: not compared", true, false],
])("more transactions of a wallet than are read, %s", async (_, isShuffled, isCompared) => {
  const change = (service: Service) => {
    service.lengthen();
    const { listed } = service;
    service.listed = (belongs) => {
      const all = listed.call(service, belongs);
      return isShuffled ? [...all.slice(-1), ...all.slice(0, -1)] : all;
    };
  };
  const result = await onReference(
    "getAddressTransactions",
    async (fixture) => {
      const budget = new Budget();
      budget.spend(5000);
      const asked = { chainName: "ethereum", walletAddress: WALLETS[0] };
      const listing = listingOf(fixture.operation);
      await isCompleteInBlocks(fixture, listing as Listing, asked, budget);
      return { findings: fixture.log.findings, isCompared: fixture.checks > 0 };
    },
    change,
  );
  expect(result).toEqual({ findings: [], isCompared });
});

test("records of a wallet contain it, although not all of them at one place", async () => {
  const title =
    "getAddressTransactions / invariant / every record contains the requested walletAddress";
  expect(await outcomeOf(title)).toMatchObject({ outcome: "passed" });
});

test("wallets that are compared: a sender, one that does both, one that receives, one that creates", () => {
  const transactions = [
    { from_address: "0xA", to_address: "0xb" },
    { from_address: "0xb", to_address: "0xc" },
    { from_address: "0xd", to_address: null },
    { from_address: "0xe" },
    { from_address: "0xf", to_address: "0xa" },
  ];
  expect(participants(transactions)).toEqual(["0xA", "0xb", "0xc", "0xd", "0xf"]);
});
