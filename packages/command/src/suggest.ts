import { distance } from "fastest-levenshtein";

/** Edits between two words that are likely the same one; two letters in the wrong order are two. */
const FEW = 2;

/** The known words that a misspelt one may mean, best first; at most three. */
function similar(word: string, known: readonly string[]): string[] {
  const lower = word.toLowerCase();
  const limit = Math.min(lower.length - 1, Math.max(FEW, Math.floor(lower.length / 3)));
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

/**
 * Returns a sentence that names what a misspelt word may mean.
 *
 * @param known The words that are right.
 * @param prefix What each of them begins with where it is shown.
 * @returns Empty if none of them is similar.
 * @example
 * didYouMean("blcok", ["block", "nft"]); // "Did you mean block?"
 */
export function didYouMean(word: string, known: readonly string[], prefix = ""): string {
  const found = similar(word, known).map((name) => prefix + name);
  return found.length > 0 ? `Did you mean ${found.join(" or ")}?` : "";
}
