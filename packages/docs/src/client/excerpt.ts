import { element } from "./dom.ts";

const LENGTH = 110;

/** Cuts the part of a text around the first of the terms, from the beginning of a word. */
export function excerpt(text: string, terms: readonly string[]): string {
  const at = text.search(patternOf(terms));
  const from = at < LENGTH / 2 ? 0 : text.lastIndexOf(" ", at - LENGTH / 4) + 1;
  const part = text.slice(from, from + LENGTH);
  const isWhole = from + LENGTH >= text.length;
  return `${from > 0 ? "…" : ""}${isWhole ? part : `${part.replace(/\s+\S*$/, "")}…`}`;
}

/** Splits a text, with the terms in `<mark>` elements. */
export function marked(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  if (terms.length === 0) {
    return [text];
  }
  // A pattern with one group splits into texts and, at the odd places, terms.
  const parts = text.split(patternOf(terms));
  return parts.map((part, at) => (at % 2 === 0 ? part : element("mark", {}, part)));
}

function patternOf(terms: readonly string[]): RegExp {
  const words = [...terms]
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(${words.join("|") || "(?!)"})`, "giu");
}
