import type { AreaReference, OperationReference } from "./document.ts";
import { html } from "./html.ts";
import type { Page } from "./layout.ts";
import type { Rendered } from "./markdown.ts";

/** Renders the landing page: introduction, areas with their operations, remaining sections. */
export function landingPage(text: Rendered, lead: string, areas: readonly AreaReference[]): Page {
  const cards = `<div class="areas">\n${areas.map(card).join("\n")}\n</div>`;
  // The areas follow the first section of the text.
  const [introduction = "", ...rest] = text.body.split(/(?=<h2)/);
  const [firstSection = "", ...sections] = rest;
  const hero = `<div class="hero"><h1>${html(text.title)}</h1>\n${introduction}</div>`;
  return {
    path: "index.html",
    title: text.title,
    description: lead,
    body: [hero, firstSection, cards, ...sections].join("\n"),
    headings: text.headings,
    wide: true,
  };
}

function card({ name, document, operations }: AreaReference): string {
  const { title, version, summary, description = "" } = document.info;
  return `<section>
<h3><a href="${html(encodeURIComponent(name))}.html">${html(title)}</a> <small>${html(version)}</small></h3>
<p>${html(summary ?? description.split("\n\n")[0] ?? "")}</p>
<ul>
${operations.map(listItem).join("\n")}
</ul>
</section>`;
}

function listItem({ id, operation: { method }, summary, page }: OperationReference): string {
  return `<li><a href="${html(page)}"><code>${html(id)}</code></a> <span class="method ${html(method.toLowerCase())}">${html(method)}</span><br>${html(summary)}</li>`;
}
