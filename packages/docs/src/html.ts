const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text as it is written in HTML. */
export function html(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** The text that a fragment of our own HTML shows. */
export function textOf(fragment: string): string {
  const characters = new Map(Object.entries(entities).map(([plain, entity]) => [entity, plain]));
  return fragment
    .replaceAll(/<\/?(?:a|code|em|strong|span)\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&\w+;/g, (entity) => characters.get(entity) ?? " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
