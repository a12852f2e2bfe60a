import { createHighlighter } from "shiki";

const themes = { light: "github-light-default", dark: "github-dark-default" };
// The colours of the theme's comments have too little contrast on this site's background.
const colorReplacements = { "#6e7781": "#59616b", "#8b949e": "#9da6b2" };
const languages = ["ts", "tsx", "js", "python", "sh", "json", "yaml", "http"];

const highlighter = await createHighlighter({ themes: Object.values(themes), langs: languages });

/** What has been highlighted, by language and code: a reload of the docs highlights only what is new. */
const highlighted = new Map<string, string>();

/** Highlights code as HTML for light and dark mode; unknown languages stay plain text. */
export function highlight(code: string, language: string): string {
  const lang = languages.includes(language) ? language : "text";
  const key = `${lang}\n${code}`;
  const html = highlighted.get(key) ?? toHtml(code, lang);
  highlighted.set(key, html);
  return html;
}

function toHtml(code: string, lang: string): string {
  const options = { lang, themes, colorReplacements, defaultColor: "light-dark()" } as const;
  // Background and text colour are inherited from the page.
  return highlighter.codeToHtml(code.trimEnd(), options).replace(/ style="[^"]*"/, "");
}
