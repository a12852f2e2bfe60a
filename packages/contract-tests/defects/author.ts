/**
 * Who wrote a defect: the authors of the invariants (`suite`), somebody who had read only the interface and the
 * contract (`independent`), or a trial of the suite with defects that its authors did not know (`trial`).
 */
export type Author = (typeof AUTHORS)[number];

/** All authors. Their scores stay apart: that of the suite's own authors is an upper bound. */
export const AUTHORS = ["suite", "independent", "trial"] as const;

/**
 * What forbids a defect: `stated` in a schema, status, header or security scheme, or in HTTP; `implied` by a
 * description, about several responses. What is `allowed` must not fail.
 */
export type Basis = "stated" | "implied" | "allowed";

/** The share of defects that must be found, by author. */
export const GATES: Readonly<
  Record<Author, { readonly stated: number; readonly implied: number }>
> = {
  suite: { stated: 0.98, implied: 0.98 },
  independent: { stated: 0.98, implied: 0.8 },
  trial: { stated: 0.9, implied: 0.9 },
};
