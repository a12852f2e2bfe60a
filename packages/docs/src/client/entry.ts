/** An entry of the search index. */
export interface Entry {
  readonly title: string;
  /** Where it belongs: an area, a guide, an operation. */
  readonly group: string;
  /** Relative to the root of the site. */
  readonly href: string;
  /** Identifiers, separated by spaces. */
  readonly names: string;
  readonly text: string;
}
