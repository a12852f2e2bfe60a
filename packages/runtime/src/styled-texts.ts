import type { ParameterStyle } from "./operation.ts";
import { membersOf, typeOf } from "./values.ts";

/** A text for a URL in which nothing is left to encode. */
export class Encoded {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What separates the items of an array in a query, and the members of an object. */
export const SEPARATORS: Readonly<Partial<Record<ParameterStyle, string>>> = {
  spaceDelimited: " ",
  pipeDelimited: "|",
};

/** Styles that write items one by one by default. */
export const EXPLODED: readonly ParameterStyle[] = ["form", "deepObject"];

/** What separates items and is not encoded within them; none if it is. */
export function separatorOf(
  style: ParameterStyle,
  explode: boolean | undefined,
): string | undefined {
  if (style === "label") {
    return explode ? "." : undefined;
  }
  return explode ? undefined : SEPARATORS[style];
}

/** Writes a segment of a path as RFC 6570 has it. */
export function writeSegment(
  name: string,
  value: unknown,
  style: ParameterStyle,
  explode: boolean,
): string {
  const texts = textsOf(value, explode, encodeURIComponent);
  if (style === "label") {
    return `.${texts.join(explode ? "." : ",")}`;
  }
  if (style === "matrix") {
    const isObject = typeOf(value) === "object";
    const pairs = explode ? texts : [texts.join(",")];
    return pairs.map((text) => (explode && isObject ? `;${text}` : `;${name}=${text}`)).join("");
  }
  return texts.join(",");
}

/** Whether a value is an array or an object. */
export function isComposed(value: unknown): boolean {
  return ["array", "object"].includes(typeOf(value));
}

/** The members of an object; none of another value. */
export function entriesOf(value: unknown): [string, unknown][] {
  const members = typeOf(value) === "object" ? Object.entries(membersOf(Object(value))) : [];
  return members.filter(([, each]) => each !== undefined);
}

/**
 * Lists the texts that a value consists of: items; names and values, or `name=value` if they are exploded.
 *
 * @param write Writes one of them.
 */
export function textsOf(
  value: unknown,
  explode: boolean | undefined,
  write: (text: string) => string = String,
): string[] {
  return typeOf(value) === "object"
    ? entriesOf(value).flatMap(([name, each]) => {
        const pair = [write(name), write(String(each))];
        return explode ? pair.join("=") : pair;
      })
    : [value].flat().map((each) => write(String(each)));
}
