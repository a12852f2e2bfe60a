/** Paths of the two interlocked links, in a `viewBox` of `0 0 32 32` with a stroke of 4.25. */
export const LOGO = {
  /** The contract; class `link-b`, drawn first. */
  brass: "M12.2 16.4v-2.2a4 4 0 0 1 4-4h7.6a4 4 0 0 1 4 4v9.6a4 4 0 0 1-4 4h-7.6a4 4 0 0 1-4-4v-.6",
  /** What is generated from it; class `link-a`. */
  verdigris:
    "M8.8 19.8h-.6a4 4 0 0 1-4-4V8.2a4 4 0 0 1 4-4h9.6a4 4 0 0 1 4 4v7.6a4 4 0 0 1-4 4h-2.2",
} as const;

/** The logo as an SVG file, for the icon of a page. */
export const FAVICON: string = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-width="4.25"><style>.a{stroke:#00696b}.b{stroke:#b3790c}@media(prefers-color-scheme:dark){.a{stroke:#5ccfca}.b{stroke:#e7b252}}</style><path class="b" d="${LOGO.brass}"/><path class="a" d="${LOGO.verdigris}"/></svg>
`;
