/**
 * Makes an operation id of method and path, for an operation that states none: `GET /users/{id}` is
 * `getUsersById`. It depends on nothing else, so that other operations do not change it.
 */
export function inventId(method: string, path: string): string {
  const words = [...path.matchAll(/\{([^{}]*)\}|([^{}]+)/g)].flatMap(
    ([, parameter, literal = ""]) =>
      parameter === undefined ? wordsOf(literal) : ["by", ...wordsOf(parameter)],
  );
  const name = (words.length > 0 ? words : ["root"])
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");
  return `${method.toLowerCase()}${name}`;
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
