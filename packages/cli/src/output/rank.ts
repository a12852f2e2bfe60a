/**
 * What a reader of a list looks for, in this order: who, to whom, how much of what, and when. Names of fields are
 * compared by their words, so that `from_address`, `sender` and `metadata.name` are found in any API.
 */
const SOUGHT: readonly RegExp[] = [
  /^(from|sender|owner)$/,
  /^(to|recipient|receiver)$/,
  /^(value|amount|balance|price|total)$/,
  /^(symbol|currency)$/,
  /^(name|title)$/,
  /^(timestamp|time|date)$/,
  /^(number|status)$/,
];

/** Number of the patterns that mean people. */
const PEOPLE = 2;

/** Words that make of an amount another thing: the raw one, or a limit. */
const QUALIFIED = /^(raw|max|min|gas|block|decimals)$/;

/** Sorts the columns of a list by what a reader looks for; those of the key stay first, and the others as they are. */
export function rankColumns(names: readonly string[], key: readonly string[]): string[] {
  const ranked = names.map((name) => ({ name, rank: key.includes(name) ? -1 : rankOf(name) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ name }) => name);
}

function rankOf(name: string): number {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  // Only people come first in a name: a `total_difficulty` is no total.
  const at = SOUGHT.findIndex(
    (sought, rank) => sought.test(last) || (rank < PEOPLE && sought.test(first)),
  );
  const isOther = words.some((word) => QUALIFIED.test(word)) && at === 2;
  return at < 0 || isOther ? SOUGHT.length : at;
}
