/** Escapes that mean something with the flag `u`: classes, control characters and boundaries. */
const ESCAPES = /[\^$\\.*+?()[\]{}|/dDsSwWbBnrtfv0-9]/;

/** `\x41`, `\u0041`, `\u{41}`, `\cA`, `\k<name>` and `\p{L}`, complete. */
const LONG_ESCAPE = /^\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|c[a-z]|k<[^>]+>|p\{[\w=]+\})/i;

const QUANTIFIER = /^\{\d+(?:,\d*)?\}/;

/** A literal of JavaScript: as a pattern it would match nothing, with a slash before the beginning of the text. */
const LITERAL = /^\/(\^.*\$)\/([a-z]*)$/s;

/**
 * Returns a pattern with the flag `u`, as JSON Schema has it, for one that may be valid only without it, such as
 * `[\w-.]` or `\@`. Validators throw on any other.
 *
 * @returns Undefined if the text is not a regular expression of ECMAScript at all.
 */
export function unicodePattern(pattern: string): string | undefined {
  const [, inner, flags = ""] = LITERAL.exec(pattern) ?? [];
  if (inner !== undefined) {
    return flags.replace("u", "") === "" ? unicodePattern(inner) : undefined;
  }
  if (isRegExp(pattern, "u")) {
    return pattern;
  }
  const written = isRegExp(pattern, "") ? withoutNeedlessEscapes(pattern) : "";
  return written !== "" && isRegExp(written, "u") ? written : undefined;
}

function withoutNeedlessEscapes(pattern: string): string {
  let written = "";
  let isClass = false;
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const token = tokenOf(rest, isClass);
    at += token.length;
    written += isClass ? inClass(token, written, pattern.slice(at)) : outsideOfClass(token);
    isClass = token === "[" || (isClass && token !== "]");
  }
  return written;
}

/** The first token of a text: an escape, a quantifier, or one character. */
function tokenOf(text: string, isClass: boolean): string {
  const [found] = LONG_ESCAPE.exec(text) ?? (isClass ? null : QUANTIFIER.exec(text)) ?? [];
  return found ?? text.slice(0, text.startsWith("\\") ? 2 : 1);
}

function outsideOfClass(token: string): string {
  if (/^[{}\]]$/.test(token)) {
    return `\\${token}`;
  }
  return unescaped(token);
}

/** A hyphen beside a class such as `\w` is no range. */
function inClass(token: string, before: string, after: string): string {
  const isBesideClass = /\\[dDsSwW]$/.test(before) || /^\\[dDsSwW]/.test(after);
  if (token === "-" && isBesideClass && !before.endsWith("[") && !after.startsWith("]")) {
    return "\\-";
  }
  return token === "\\-" ? token : unescaped(token);
}

function unescaped(token: string): string {
  const isNeedless = token.length === 2 && token[0] === "\\" && !ESCAPES.test(token.slice(1));
  return isNeedless ? token.slice(1) : token;
}

/** Whether a text is a regular expression with these flags. */
export function isRegExp(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}
