const ascii = /^[\x20-\x7e]*$/;
const hex = /^0x[0-9a-f]{17,}$/i;
/** Control characters that terminals interpret, and characters that reorder the surrounding text. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

let eastAsianWidth: (codePoint: number) => number = () => 1;

/** Loads the widths of characters beyond ASCII, which only tables need. */
export async function loadWidths(): Promise<void> {
  ({ eastAsianWidth } = await import("get-east-asian-width"));
}

/** The text with control characters made visible: names of tokens are written by strangers. */
export const visible = (text: string): string =>
  ascii.test(text) ? text : text.replace(invisible, escaped);

let segmenter: Intl.Segmenter | undefined;

const graphemes = (text: string): string[] => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
};

function graphemeWidth(grapheme: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme)) {
    return 0;
  }
  const isWide = /\p{Emoji_Presentation}|\u{fe0f}/u.test(grapheme);
  return isWide ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

/** The columns of a terminal that a text takes. */
export const widthOf = (text: string): number =>
  ascii.test(text)
    ? text.length
    : graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);

/** Whether a text is hexadecimal and long enough to be shortened. */
export const isLongHex = (text: string): boolean => hex.test(text);

/** The text in at most `width` columns: long hexadecimal keeps both of its ends. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) {
    return text;
  }
  if (isLongHex(text) && width >= 9) {
    const tail = Math.min(4, Math.floor((width - 3) / 2));
    return `${text.slice(0, width - tail - 1)}…${text.slice(-tail)}`;
  }
  let cut = "";
  let used = 0;
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme);
    if (used > width - 1) {
      break;
    }
    cut += grapheme;
  }
  return `${cut}…`;
}

/** The text, and spaces behind or before it up to a width. */
export const pad = (text: string, width: number, isRight = false): string => {
  const spaces = " ".repeat(Math.max(0, width - widthOf(text)));
  return isRight ? spaces + text : text + spaces;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether to colour what goes to a stream: NO_COLOR wins, then FORCE_COLOR, then a terminal. */
export function hasColor(isTerminal: boolean, env: Environment, isOff: boolean): boolean {
  if (isOff || env.NO_COLOR) {
    return false;
  }
  const { FORCE_COLOR: forced } = env;
  return forced === undefined ? isTerminal && env.TERM !== "dumb" : forced !== "0";
}

/** Functions that format text as bold, dim or red, or return it unchanged. */
export function createPaint(isOn: boolean) {
  const style = (start: number, end: number) => (text: string) =>
    isOn ? `\x1b[${start}m${text}\x1b[${end}m` : text;
  return { bold: style(1, 22), dim: style(2, 22), red: style(31, 39) };
}
