import type { OpenApiDocument } from "./document.ts";
import { itemsOf, type JsonObject } from "./json.ts";
import { resolve } from "./resolve.ts";
import { visitSchemas } from "./walk.ts";

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
  const isHyphen = token === "\\-" || (token === "-" && isBesideClass);
  return isHyphen ? "\\-" : unescaped(token);
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

/**
 * Removes, in place, conditions that depend on a pattern which is no regular expression and so is left out: without
 * it, `not` and `if` would match values that they do not, and several branches of `oneOf` a valid value.
 */
export function loosen(document: OpenApiDocument, node: Record<string, unknown>): void {
  if (!mayLosePatterns(document)) {
    return;
  }
  const depends = (schema: unknown) => losesPattern(document, schema);
  if (depends(node.not)) {
    delete node.not;
  }
  if (depends(node.if)) {
    delete node.if;
    delete node.then;
    delete node.else;
  }
  if (itemsOf(node.oneOf).some(depends)) {
    node.allOf = [...itemsOf(node.allOf), { anyOf: node.oneOf }];
    delete node.oneOf;
  }
}

const known = new WeakMap<OpenApiDocument, boolean>();

/** Whether any schema of a document has such a pattern: few have, and unions of a large one refer to most of it. */
function mayLosePatterns(document: OpenApiDocument): boolean {
  const before = known.get(document);
  if (before !== undefined) {
    return before;
  }
  let isFound = document.openapi === undefined;
  visitSchemas(document, (each) => {
    isFound ||= isLost(each);
  });
  known.set(document, isFound);
  return isFound;
}

/** Whether a schema, or one that it refers to, has a pattern that is left out. */
function losesPattern(
  document: OpenApiDocument,
  schema: unknown,
  seen: Set<unknown> = new Set(),
): boolean {
  if (seen.has(schema)) {
    return false;
  }
  seen.add(schema);
  let isFound = false;
  visitSchemas({ components: { schemas: { schema } } }, (each) => {
    const { $ref } = each;
    isFound ||=
      isLost(each) ||
      (typeof $ref === "string" && losesPattern(document, resolve(document, { $ref }), seen));
  });
  return isFound;
}

function isLost({ pattern }: JsonObject): boolean {
  return typeof pattern === "string" && unicodePattern(pattern) === undefined;
}
