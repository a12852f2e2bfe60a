/** A text made from an example, and what was done to it. */
type Variant = [label: string, text: string];

/** Texts that a pattern refuses although they nearly match it; one thing is wrong with each. */
export function nearMisses(pattern: string, example: string): Variant[] {
  const tries: Variant[] = [
    ["one character too many", `${example}0`],
    ["one character too few", example.slice(0, -1)],
    ["an invalid character at the end", `${example.slice(0, -1)}g`],
    ["an invalid character in the middle", replaceMiddle(example, "z")],
    ["a character before it", `x${example}`],
    ["an invalid character after it", `${example}x`],
    ["without its first two characters", example.slice(2)],
    ["an upper-case prefix", example.replace(/^0x/, "0X")],
    ["upper case", example.toUpperCase()],
    ["a space before it", ` ${example}`],
    ["a space after it", `${example} `],
    ["a line break after it", `${example}\n`],
    ["a sign before it", `-${example}`],
    ["a fraction", `${example}.5`],
    ["an exponent", `${example}e1`],
    ["hexadecimal", "0x10"],
    ["digits of another script", "١٢٣"],
    ["twice", example + example],
    ["another word", "pending"],
  ];
  return distinct(tries, example).filter(([, text]) => text !== "" && !regExp(pattern).test(text));
}

/** Varied texts that match a pattern, derived from an example. */
export function matchingVariants(pattern: string, example: string): Variant[] {
  const tries: Variant[] = [
    ["upper case", example.replace(/(^0x)?(.*)/s, (_, x = "", rest) => x + rest.toUpperCase())],
    ["lower case", example.toLowerCase()],
    ["zero", "0"],
    ["all zeros", example.replace(/(^0x)?(.*)/s, (_, x = "", rest) => x + rest.replace(/./g, "0"))],
    ["beyond any number type", "9".repeat(40)],
  ];
  return distinct(tries, example).filter(([, text]) => regExp(pattern).test(text));
}

/** The expression of a `pattern`, as JSON Schema reads it. */
export function regExp(pattern: string): RegExp {
  return new RegExp(pattern, "u");
}

function distinct(variants: readonly Variant[], example: string): Variant[] {
  const texts = new Set([example]);
  return variants.filter(([, text]) => !texts.has(text) && texts.add(text));
}

function replaceMiddle(text: string, by: string): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(0, middle) + by + text.slice(middle + 1);
}
