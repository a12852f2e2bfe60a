/** Edits that turn one word into another: insertions, deletions, replacements and swaps. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const costs = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        ...(isSwap ? [at(row - 2, column - 2) + 1] : []),
      ];
      rows[row]?.push(Math.min(...costs));
    }
  }
  return at(from.length, to.length);
}

/** The known words that a misspelt one may mean, best first; at most three. */
function similar(word: string, known: readonly string[]): string[] {
  const lower = word.toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  const near = known
    .map((candidate) => ({ candidate, edits: distance(lower, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits)
    .filter(({ edits }, _, [best]) => edits === best?.edits)
    .map(({ candidate }) => candidate);
  const found =
    near.length > 0 || lower.length < 3 ? near : known.filter((name) => name.includes(lower));
  return found.slice(0, 3);
}

/** A sentence that names what a misspelt word may mean; empty if nothing is similar. */
export function didYouMean(word: string, known: readonly string[], prefix = ""): string {
  const found = similar(word, known).map((name) => prefix + name);
  return found.length > 0 ? `Did you mean ${found.join(" or ")}?` : "";
}
