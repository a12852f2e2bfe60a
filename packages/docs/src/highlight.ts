import { createHighlighter } from "shiki";

const themes = { light: "github-light-default", dark: "github-dark-default" };
const languages = ["ts", "sh", "json", "yaml", "http"];

const highlighter = await createHighlighter({ themes: Object.values(themes), langs: languages });

/** A block of code as HTML, coloured for light and dark; plain if its language is not known. */
export function highlight(code: string, language: string): string {
  const lang = languages.includes(language) ? language : "text";
  const options = { lang, themes, defaultColor: "light-dark()" } as const;
  // Ground and text have the colours of the page.
  return highlighter.codeToHtml(code.trimEnd(), options).replace(/ style="[^"]*"/, "");
}
