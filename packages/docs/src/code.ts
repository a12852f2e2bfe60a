import { highlight } from "./highlight.ts";
import { html } from "./html.ts";
import { icon } from "./icon.ts";
import type { Sample } from "./samples/samples.ts";

/** Names of the languages above a block of code. */
const LABELS: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  tsx: "TypeScript",
  js: "JavaScript",
  python: "Python",
  sh: "Shell",
  json: "JSON",
  yaml: "YAML",
  http: "HTTP",
  nginx: "nginx",
  sql: "SQL",
};

/** Panel of a block with tabs. */
export interface CodePanel {
  readonly label: string;
  readonly language: string;
  readonly code: string;
  /** What the code prints. */
  readonly output?: string;
}

/** The panel of a sample. */
export function panelOf({ lang, fence, source }: Sample): CodePanel {
  return { label: lang, language: fence, code: source };
}

/** Button that copies the code next to it, or `text`. */
export function copyButton(label: string, text = ""): string {
  const data = text ? ` data-text="${html(text)}"` : "";
  return `<button class="copy" type="button" aria-label="${html(label)}"${data}>${icon("copy", "idle")}${icon("check", "done")}</button>`;
}

/** Renders a block of code, with what it prints below it. */
export function codeBlock(code: string, language: string, output?: string): string {
  const label = LABELS[language] ?? (language && language !== "text" ? language : "Text");
  return `<div class="code" data-language="${html(language)}"><header>${html(label)}${copyButton("Copy the code")}</header>${highlight(code, language)}${outputHtml(output)}</div>\n`;
}

function outputHtml(output: string | undefined): string {
  return output === undefined
    ? ""
    : `<div class="output"><p>Output</p>${highlight(output, "text")}</div>`;
}

/**
 * Renders a block of code with a tab per panel. A script makes the tabs work; without scripts, all panels are
 * shown with their names.
 *
 * @param id Prefix of the ids, unique on the page.
 */
export function tabbedCode(id: string, label: string, panels: readonly CodePanel[]): string {
  const tabs = panels.map(
    (panel, at) =>
      `<button type="button" role="tab" id="${id}-tab-${at}" aria-controls="${id}-${at}" aria-selected="${at === 0}"${at === 0 ? "" : ' tabindex="-1"'}>${html(panel.label)}</button>`,
  );
  const contents = panels.map(({ label: name, language, code, output }, at) => {
    const long = language === "sh" ? ' class="wrap"' : "";
    return `<div role="tabpanel" id="${id}-${at}" aria-labelledby="${id}-tab-${at}" data-language="${html(language)}"><p class="panel-name">${html(name)}</p>${highlight(code, language).replace("<pre", `<pre${long}`)}${outputHtml(output)}</div>`;
  });
  return `<div class="code tabbed" id="${id}"><header><div class="tabs" role="tablist" aria-label="${html(label)}">${tabs.join("")}</div>${copyButton("Copy the code")}</header>${contents.join("")}</div>\n`;
}
