/** Whether a text is a valid property name without quotes. */
export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text);
}

/** Returns a property or method name, quoted if necessary. */
export function propertyName(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

/**
 * Converts any name into a type name: `repos/get-content` → `ReposGetContent`.
 *
 * @returns An empty string if the name has no characters that are valid in an identifier.
 */
export function pascalCase(name: string): string {
  const words = name.split(/[^\p{ID_Continue}$]+/u).filter(Boolean);
  const joined = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("");
  return isIdentifier(joined) || joined === "" ? joined : `_${joined}`;
}
