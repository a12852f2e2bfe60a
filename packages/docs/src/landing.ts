import type { ShownArea, ShownOperation } from "./document.ts";
import { html } from "./html.ts";
import type { Page } from "./layout.ts";
import type { Rendered } from "./markdown.ts";

/** The first page: what this is, its areas with their operations, and the written text below them. */
export function landingPage(text: Rendered, lead: string, areas: readonly ShownArea[]): Page {
  const cards = `<div class="areas">\n${areas.map(card).join("\n")}\n</div>`;
  // The text's first section is about the areas: they stand at its end.
  const [first = "", ...rest] = text.body.split(/(?=<h2)/);
  const [areaSection = "", ...others] = rest;
  const hero = `<div class="hero"><h1>${html(text.title)}</h1>\n${first}</div>`;
  return {
    path: "index.html",
    title: text.title,
    description: lead,
    body: [hero, areaSection, cards, ...others].join("\n"),
    headings: text.headings,
    wide: true,
  };
}

function card({ name, document, operations }: ShownArea): string {
  const { title, version, summary, description = "" } = document.info;
  return `<section>
<h3><a href="${html(encodeURIComponent(name))}.html">${html(title)}</a> <small>${html(version)}</small></h3>
<p>${html(summary ?? description.split("\n\n")[0] ?? "")}</p>
<ul>
${operations.map(entry).join("\n")}
</ul>
</section>`;
}

function entry({ id, method, summary, page }: ShownOperation): string {
  return `<li><a href="${html(page)}"><code>${html(id)}</code></a> <span class="method ${html(method.toLowerCase())}">${html(method)}</span><br>${html(summary)}</li>`;
}
