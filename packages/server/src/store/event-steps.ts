import { type Hex, type NftIds, ZERO_ADDRESS } from "../chain/records.ts";
import { addUnrecognized, IS_KNOWN, KEEP, setDue } from "./chain-steps.ts";
import type { BlockChange } from "./chain-writer.ts";
import { EVERY_HOLDER } from "./rows.ts";
import type { BulkStep, Dialect, Step } from "./steps.ts";
import { transfersOf } from "./undo-steps.ts";

/** Known NFTs that change their owner with one range; of a range with more, nothing is claimed. */
const MAX_TAKEN_OVER = 1_000;
const IN_RANGE = "collection = @collection AND token_id >= @first AND token_id <= @last";
/** Whether a range has more known NFTs. */
const IS_LARGE = `(SELECT count(*) FROM (
  SELECT 1 FROM :nft WHERE ${IN_RANGE} LIMIT ${MAX_TAKEN_OVER + 1}) AS known) > ${MAX_TAKEN_OVER}`;

/** How events of blocks are added that are rare. */
export function eventSteps({ literal }: Dialect) {
  return {
    /** Adds what is rare in blocks: ranges of NFTs, and transfers that cannot be read. */
    addRareEvents(changes: readonly BlockChange[]): (Step | BulkStep)[] {
      const ranges = changes.flatMap(({ block, nftRanges }) =>
        nftRanges.map((range) => ({ ...range, block })),
      );
      const proxies = changes.flatMap((change) => change.upgraded);
      return [
        {
          table: "nft_range",
          onConflict: KEEP,
          columns: [
            ...["collection", "first_id", "last_id", "sender", "owner"],
            ...["block", "time", "log_index"],
          ],
          bulk: ranges.map(({ collection, first, last, from, to, block, logIndex }) => [
            ...[collection, first, last, from, to],
            ...[block.number, block.timestamp, logIndex],
          ]),
        },
        addUnrecognized(
          changes.flatMap(({ block, unrecognized }) =>
            unrecognized.map(({ owner, token }) => [owner, token, block.number]),
          ),
        ),
        // A collection of which only ranges tell is asked what it is.
        setDue(
          "WHERE NOT EXISTS (SELECT 1 FROM :token AS t WHERE t.address = u.address)",
          ranges.map(({ collection }) => collection),
        ),
        setDue(IS_KNOWN, proxies),
        // Undone like pairs: what was read since then may not hold below the block.
        {
          table: "touched",
          onConflict: KEEP,
          columns: ["block", "owner", "token"],
          bulk: changes.flatMap(({ block, upgraded }) =>
            upgraded.map((address) => [block.number, ZERO_ADDRESS, address]),
          ),
        },
        {
          sql: "UPDATE :token SET stale = TRUE WHERE address IN (SELECT u.address FROM :rows)",
          rows: proxies.map((address) => ({ address })),
        },
        ...updatedIds(changes).map((ids) => ({
          sql: `UPDATE :nft SET asked = FALSE WHERE ${IN_RANGE} AND asked AND owner <> ${literal(ZERO_ADDRESS)}`,
          values: { ...ids },
        })),
      ];
    },
    /** Gives known NFTs of ranges at the top their owner, who is that of the range unless they were moved later. */
    takeOver: (changes: readonly BlockChange[]): Step[] =>
      changes.flatMap(({ block, nftRanges }) =>
        nftRanges.flatMap(({ collection, first, last }) => {
          const values = { collection, first, last, block: block.number };
          return [
            {
              sql: `INSERT INTO :unrecognized (owner, contract, block)
              SELECT ${literal(EVERY_HOLDER)}, @collection, @block
              WHERE ${IS_LARGE} ON CONFLICT DO NOTHING`,
              values,
            },
            {
              sql: `UPDATE :nft AS n SET owner = (SELECT e.owner FROM ${transfersOf("TRUE")}
                ORDER BY e.block DESC, e.log_index DESC LIMIT 1)
              WHERE ${IN_RANGE} AND NOT ${IS_LARGE}`,
              values,
            },
          ];
        }),
      ),
  };
}

/** Returns the NFTs whose metadata have changed, one range per collection: each costs a search. */
function updatedIds(changes: readonly BlockChange[]): NftIds[] {
  const ranges = new Map<Hex, { first: bigint; last: bigint }>();
  for (const { collection, first, last } of changes.flatMap(({ updated }) => updated)) {
    const known = ranges.get(collection) ?? { first, last };
    if (first < known.first) {
      known.first = first;
    }
    if (last > known.last) {
      known.last = last;
    }
    ranges.set(collection, known);
  }
  return [...ranges].map(([collection, ids]) => ({ collection, ...ids }));
}
