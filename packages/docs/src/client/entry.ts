/** Entry of the search index. */
export interface Entry {
  /** Group of the results. */
  readonly kind: "Guides" | "Operations" | "Fields and parameters" | "Project";
  readonly title: string;
  /** The area, guide or operation that it belongs to. */
  readonly group: string;
  /** Link relative to the root of the site. */
  readonly href: string;
  /** Identifiers, separated by spaces. */
  readonly names: string;
  readonly text: string;
  /** Words that readers search for it by, separated by spaces. */
  readonly topics?: string;
}

/** An entry that a search has found, by these words of it. */
export type Result = Entry & { readonly terms: readonly string[] };
