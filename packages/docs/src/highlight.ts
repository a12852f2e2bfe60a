import { createHighlighter } from "shiki";

const themes = { light: "github-light-default", dark: "github-dark-default" };
// Comments, a little darker and lighter: on the ground of this site the theme's own are too pale.
const colorReplacements = { "#6e7781": "#59616b", "#8b949e": "#9da6b2" };
const languages = ["ts", "tsx", "js", "python", "sh", "json", "yaml", "http"];

const highlighter = await createHighlighter({ themes: Object.values(themes), langs: languages });

/** A block of code as HTML, coloured for light and dark; plain if its language is not known. */
export function highlight(code: string, language: string): string {
  const lang = languages.includes(language) ? language : "text";
  const options = { lang, themes, colorReplacements, defaultColor: "light-dark()" } as const;
  // Ground and text have the colours of the page.
  return highlighter.codeToHtml(code.trimEnd(), options).replace(/ style="[^"]*"/, "");
}
