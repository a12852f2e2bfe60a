/** Whether the text can stand as a property name without quotes. */
export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text);
}

/** A property or method name, quoted where TypeScript needs it. */
export function propertyName(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

/**
 * A type name made of any name: `repos/get-content` → `ReposGetContent`.
 *
 * @returns An empty string if the name holds nothing that may stand in an identifier.
 */
export function pascalCase(name: string): string {
  const words = name.split(/[^\p{ID_Continue}$]+/u).filter(Boolean);
  const joined = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("");
  return isIdentifier(joined) || joined === "" ? joined : `_${joined}`;
}
