const TOKENS =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Highlights JSON with the classes of `code.css`; other text stays plain. */
export function highlightJson(text: string): (string | HTMLElement)[] {
  if (!/^\s*[{[]/.test(text)) {
    return [text];
  }
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string = "", colon = ""] = match;
    const span = document.createElement("span");
    span.className = classOf(string, colon);
    span.textContent = string || whole;
    parts.push(text.slice(end, match.index), span, colon);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

function classOf(string: string, colon: string): string {
  if (colon) {
    return "p";
  }
  return string ? "s" : "n";
}
