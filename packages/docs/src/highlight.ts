import { createHighlighter, type Highlighter } from "shiki";

const theme = "github-light-default";
const languages = ["ts", "tsx", "js", "python", "sh", "json", "yaml", "http"];

/** Parses the grammars once for the whole site. */
export const highlighter: Highlighter = await createHighlighter({
  themes: [theme],
  langs: languages,
});

/** Classes of `code.css` by the colours of the theme; what has another colour stays as it is. */
const CLASSES: Readonly<Record<string, string>> = {
  "#CF222E": "k",
  "#0A3069": "s",
  "#0550AE": "n",
  "#8250DF": "f",
  "#116329": "p",
  "#6E7781": "c",
};

/** What has been highlighted, by language and code: a reload of the docs highlights only what is new. */
const highlighted = new Map<string, string>();

/** Highlights code as HTML whose colours are classes; unknown languages stay plain text. */
export function highlight(code: string, language: string): string {
  const lang = languages.includes(language) ? language : "text";
  const key = `${lang}\n${code}`;
  const html = highlighted.get(key) ?? toHtml(code, lang);
  highlighted.set(key, html);
  return html;
}

function toHtml(code: string, lang: string): string {
  // Without a limit, because a busy machine would leave lines plain.
  return highlighter
    .codeToHtml(code.trimEnd(), { lang, theme, tokenizeTimeLimit: 0 })
    .replace(/<pre [^>]*>/, '<pre tabindex="0">')
    .replaceAll(/<span style="color:(#\w+)">(.*?)<\/span>/g, (_, color: string, text: string) => {
      const name = classOf(color, text);
      return name ? `<span class="${name}">${text}</span>` : text;
    })
    .replaceAll(/<span class="line">(.*?)<\/span>(?=\n|<\/code>)/g, "$1");
}

/** The theme has one colour for literals and for names that are declared as constants. */
function classOf(color: string, text: string): string | undefined {
  const name = CLASSES[color];
  return name === "n" && !/^\s*(?:[-\d]|true|false|null|undefined|None|True|False)/.test(text)
    ? undefined
    : name;
}
