/** A text made from an example, and what was done to it. */
export interface Variant {
  readonly label: string;
  readonly text: string;
}

/** Texts that a pattern refuses although they nearly match it; one thing is wrong with each. */
export function nearMisses(pattern: string, example: string): Variant[] {
  const tries: Variant[] = [
    { label: "one character too many", text: `${example}0` },
    { label: "one character too few", text: example.slice(0, -1) },
    { label: "an invalid character at the end", text: `${example.slice(0, -1)}g` },
    { label: "an invalid character in the middle", text: replaceMiddle(example, "z") },
    { label: "a character before it", text: `x${example}` },
    { label: "an invalid character after it", text: `${example}x` },
    { label: "without its first two characters", text: example.slice(2) },
    { label: "an upper-case prefix", text: example.replace(/^0x/, "0X") },
    { label: "upper case", text: example.toUpperCase() },
    { label: "a space before it", text: ` ${example}` },
    { label: "a space after it", text: `${example} ` },
    { label: "a line break after it", text: `${example}\n` },
    { label: "a sign before it", text: `-${example}` },
    { label: "a fraction", text: `${example}.5` },
    { label: "an exponent", text: `${example}e1` },
    { label: "hexadecimal", text: "0x10" },
    { label: "digits of another script", text: "١٢٣" },
    { label: "twice", text: example + example },
    { label: "another word", text: "pending" },
  ];
  return distinct(tries, example).filter(({ text }) => text !== "" && !regExp(pattern).test(text));
}

/** Varied texts that match a pattern, derived from an example. */
export function matchingVariants(pattern: string, example: string): Variant[] {
  const tries: Variant[] = [
    {
      label: "upper case",
      text: example.replace(/(^0x)?(.*)/s, (_, x = "", rest) => x + rest.toUpperCase()),
    },
    { label: "lower case", text: example.toLowerCase() },
    { label: "zero", text: "0" },
    {
      label: "all zeros",
      text: example.replace(/(^0x)?(.*)/s, (_, x = "", rest) => x + rest.replace(/./g, "0")),
    },
    { label: "beyond any number type", text: "9".repeat(40) },
  ];
  return distinct(tries, example).filter(({ text }) => regExp(pattern).test(text));
}

function regExp(pattern: string): RegExp {
  return new RegExp(pattern, "u");
}

function distinct(variants: readonly Variant[], example: string): Variant[] {
  const texts = new Set([example]);
  return variants.filter(({ text }) => !texts.has(text) && texts.add(text));
}

function replaceMiddle(text: string, by: string): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(0, middle) + by + text.slice(middle + 1);
}
