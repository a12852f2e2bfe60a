/** One thing that the search finds. */
export interface Entry {
  readonly title: string;
  /** Where it belongs, as words. */
  readonly group: string;
  /** Relative to the root of the site. */
  readonly href: string;
  /** Identifiers by which it is known. */
  readonly names: string;
  readonly text: string;
}
