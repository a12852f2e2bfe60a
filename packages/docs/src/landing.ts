import type { ShownArea, ShownOperation } from "./document.ts";

/** The page that lists the areas and their operations, as HTML. */
export function landingPage(areas: readonly ShownArea[]): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>chainkit API reference</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
section { margin-block: 2.5rem; }
ul { list-style: none; padding: 0; }
li { padding-block: 0.3rem; }
code { font: 0.85rem ui-monospace, monospace; overflow-wrap: anywhere; }
li code { display: block; opacity: 0.75; }
</style>
</head>
<body>
<h1>chainkit API reference</h1>
${areas.map(section).join("\n")}
</body>
</html>
`;
}

function section({ name, document, operations }: ShownArea): string {
  const { title, version, summary, description = "" } = document.info;
  const text = summary ?? description.split("\n\n")[0] ?? "";
  return `<section>
<h2><a href="${html(name)}.html">${html(title)}</a> <small>${html(version)}</small></h2>
<p>${html(text)}</p>
<ul>
${operations.map((operation) => entry(name, operation)).join("\n")}
</ul>
</section>`;
}

function entry(area: string, operation: ShownOperation): string {
  const { id, method, path, summary } = operation;
  const link = `<a href="${html(area)}.html${anchor(operation)}">${html(summary)}</a>`;
  return `<li>${link}<code>${html(id)}: ${html(`${method} ${path}`)}</code></li>`;
}

/** Redoc's own address of an operation within the page; without a tag, the page's beginning. */
function anchor({ id, tag }: ShownOperation): string {
  if (!tag) return "";
  const slugs = [tag, id].map((part) => part.toLowerCase().replaceAll(/\s+/g, "-"));
  return `#/${slugs.map(encodeURIComponent).join("/")}`;
}

/** Text as it is written in HTML. */
function html(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
