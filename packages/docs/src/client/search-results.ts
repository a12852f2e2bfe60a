import MiniSearch, { type SearchResult } from "minisearch";
import type { Entry, Result } from "./entry.ts";

declare global {
  var chainkitSearch: Entry[] | undefined;
}

/** Results of one title that are shown: most listings have the same parameters. */
const SAME_TITLE = 3;
const MAX_RESULTS = 12;

/** Pages that are offered before a search, and when it finds nothing. */
const STARTS = [
  "guides/quick-start.html",
  "guides/errors-and-retries.html",
  "guides/paging-and-resuming.html",
  "guides/authentication.html",
  "guides/running-the-service.html",
  "errors.html",
];

/** Splits text into words, and identifiers such as getBlock or chain_name into their parts too. */
function tokenize(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    const parts = word.split(/_|(?<=[a-z\d])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** A function that finds entries, the best first. */
export type Search = (query: string) => Result[];

/**
 * Loads the index of the site.
 *
 * @param root Relative path to the root of the site.
 */
export async function loadIndex(root: string): Promise<Search> {
  await loadScript(`${root}assets/search.js`);
  const entries = new MiniSearch<Entry & { joined: string }>({
    fields: ["title", "names", "topics", "group", "text", "joined"],
    storeFields: ["kind", "title", "group", "href", "text"],
    tokenize,
    searchOptions: {
      boost: { title: 4, names: 6, topics: 20, group: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
    },
  });
  const found = globalThis.chainkitSearch ?? [];
  // "quickstart" for "Quick start".
  const joined = ({ title }: Entry) => title.replaceAll(/[\s-]+/g, "");
  entries.addAll(found.map((entry, id) => ({ id, joined: joined(entry), ...entry })));
  return (query) => varied(entries.search(query) as (SearchResult & Entry)[]);
}

/** Limits the results of one title, and of all. */
function varied(results: readonly Result[]): Result[] {
  const times = new Map<string, number>();
  const kept = results.filter(({ title }) => {
    const before = times.get(title) ?? 0;
    times.set(title, before + 1);
    return before < SAME_TITLE;
  });
  return kept.slice(0, MAX_RESULTS);
}

/** The first pages to read, as results. */
export function starts(): Result[] {
  const entries = globalThis.chainkitSearch ?? [];
  const found = STARTS.flatMap((href) => entries.find((entry) => entry.href === href) ?? []);
  return found.map((entry) => ({ ...entry, terms: [] }));
}

/** Loads a script: browsers refuse other requests of pages opened from disk, and the policy all of them. */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The search index cannot be loaded."));
    document.head.append(script);
  });
}
