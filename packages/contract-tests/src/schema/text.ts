/** A text made from an example, and what was done to it. */
export interface Variant {
  readonly label: string;
  readonly text: string;
}

/** Texts that a pattern refuses although they nearly match it; one thing is wrong with each. */
export function nearMisses(pattern: string, example: string): Variant[] {
  const tries: Variant[] = [
    { label: "one character more", text: `${example}0` },
    { label: "one character less", text: example.slice(0, -1) },
    { label: "a foreign letter at its end", text: `${example.slice(0, -1)}g` },
    { label: "a foreign letter in its middle", text: replaceMiddle(example, "z") },
    { label: "something before it", text: `x${example}` },
    { label: "a foreign letter after it", text: `${example}x` },
    { label: "without its first two characters", text: example.slice(2) },
    { label: "a capital prefix", text: example.replace(/^0x/, "0X") },
    { label: "in capitals", text: example.toUpperCase() },
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

/** Texts that a pattern takes, as different as one gets them from an example. */
export function matchingVariants(pattern: string, example: string): Variant[] {
  const tries: Variant[] = [
    {
      label: "in capitals",
      text: example.replace(/(^0x)?(.*)/s, (_, x = "", rest) => x + rest.toUpperCase()),
    },
    { label: "in small letters", text: example.toLowerCase() },
    { label: "zero", text: "0" },
    {
      label: "all zeros",
      text: example.replace(/(^0x)?(.*)/s, (_, x = "", rest) => x + rest.replace(/./g, "0")),
    },
    { label: "longer than any number type", text: "9".repeat(40) },
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
