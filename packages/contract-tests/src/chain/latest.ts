import type { CallParams } from "../cases/values.ts";
import { isNewestFirst } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import { knownListings, listingOf } from "../invariants/listing.ts";
import type { WalkOptions } from "../invariants/walk.ts";
import { getBlock, type Listed, listRecords, recordsOf } from "./lookups.ts";

/** Number of blocks that are compared with their listed transactions, and of those without any. */
const MAX_BLOCKS = 10;

/** Number of the latest transactions that are compared with those of wallets. */
const WINDOW = 500;

const LISTING = "getLatestTransactions";

const base = {
  basis:
    "Yes: every block between the newest and the oldest listed one, with all of its transactions.",
  operation: LISTING,
  // Each listing once, whatever its limits.
  calls: knownListings,
};

/** Invariants of the latest transactions: what they leave out. */
export const latestInvariants: readonly Invariant[] = [
  {
    ...base,
    name: "the latest transactions are complete: every block with all of its transactions",
    also: ["getBlock"],
    check: async (fixture, params) => {
      const latest = await latestOf(fixture, params, { isDeep: true });
      await (latest && everyBlock(fixture, params, latest));
    },
  },
  {
    ...base,
    name: "the latest transactions include those that wallets list of the same blocks",
    also: ["getAddressTransactions"],
    check: async (fixture, params) => {
      const latest = await latestOf(fixture, params, { maxRecords: WINDOW });
      await (latest && ofWallets(fixture, params, latest));
    },
  },
];

/** The latest transactions, as far as they were read. */
interface Latest extends Listed {
  /** The block of each. */
  readonly numbers: readonly number[];
  /** The blocks that are listed as a whole. */
  readonly blocks: readonly number[];
}

async function latestOf(
  fixture: Fixture,
  { chainName }: CallParams,
  options: WalkOptions,
): Promise<Latest | undefined> {
  const found = await listRecords(fixture, LISTING, { chainName }, options);
  const { records, complete } = found;
  if (!complete) {
    fixture.limitTo(records.length);
  }
  const numbers = records.map(({ block_number }) => Number(block_number));
  if (!isNewestFirst(numbers) || numbers.length === 0) {
    fixture.skip("the listing is not in the order of blocks");
    return undefined;
  }
  const [newest = 0, oldest = 0] = [numbers[0], numbers.at(-1)];
  // The last block of a window may extend beyond it; the first may have just arrived.
  const from = complete ? oldest : oldest + 1;
  const blocks = Array.from({ length: newest - from }, (_, index) => from + index);
  return { ...found, numbers, blocks };
}

/** Blocks without a listed transaction go first: they are left out, or empty. */
async function everyBlock(
  fixture: Fixture,
  { chainName }: CallParams,
  { numbers, blocks }: Latest,
): Promise<void> {
  const present = new Set(numbers);
  const gaps = blocks.filter((number) => !present.has(number));
  const others = blocks.filter((number) => present.has(number));
  const sampled = [...spread(gaps, fixture.seed), ...spread(others, fixture.seed)];
  if (sampled.length === 0) {
    fixture.skip("the latest transactions are of a single block");
  }
  await fixture.forEach(sampled, async (number) => {
    const { transaction_count: count } = await getBlock(fixture, chainName, number);
    const listed = numbers.filter((each) => each === number).length;
    const expected = `the ${count} transactions of block ${number} are listed`;
    fixture.assert(count === listed, expected, `${listed}`);
  });
}

/** Selects some numbers at equal distances. */
function spread(numbers: readonly number[], seed: number): number[] {
  const step = Math.ceil(numbers.length / MAX_BLOCKS);
  return numbers.filter((_, index) => index % step === seed % step);
}

async function ofWallets(
  fixture: Fixture,
  { chainName }: CallParams,
  { keys, keyOf, blocks }: Latest,
): Promise<void> {
  const inside = new Set(blocks);
  const limit = listingOf(fixture.operation)?.limit?.maximum;
  fixture.skip("no known wallet has one of the latest transactions");
  const wallets = fixture
    .known("getAddressTransactions")
    .filter((params) => params.chainName === chainName);
  await fixture.forEach(wallets, async (params) => {
    const records = await recordsOf(fixture, "getAddressTransactions", { ...params, limit });
    const own = records.filter(({ block_number: number }) => inside.has(Number(number)));
    if (own.length > 0) {
      const expected = `the transactions of ${params.walletAddress} are among the latest ones`;
      fixture.assertListed(expected, own.map(keyOf), keys);
    }
  });
}
