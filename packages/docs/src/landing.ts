import type { AreaReference, OperationReference } from "./document.ts";
import type { Guide } from "./guides.ts";
import { html } from "./html.ts";
import type { Page } from "./layout.ts";
import type { Rendered } from "./markdown.ts";

/** Replaces the comments of the landing page's Markdown by the quick start and the list of guides. */
export function landingText(text: string, guides: readonly Guide[], list: string): string {
  const { text: quickStart = "" } = guides.find(({ name }) => name === "quick-start") ?? {};
  const [steps = ""] = quickStart.replace(/^# .*/, "").split(/^## Next$/m);
  return text
    .replace("<!-- quick start -->", () => steps.replaceAll(/^##/gm, "###").trim())
    .replace("<!-- guides -->", () => list);
}

/** Renders the landing page: introduction, sections, and the areas with their operations in theirs. */
export function landingPage(text: Rendered, lead: string, areas: readonly AreaReference[]): Page {
  const cards = `<div class="areas">\n${areas.map(card).join("\n")}\n</div>`;
  const [introduction = "", ...sections] = text.body.split(/(?=<h2)/);
  const withAreas = sections.map((section) =>
    section.startsWith('<h2 id="the-api"') ? section + cards : section,
  );
  const hero = `<div class="hero"><h1>${html(text.title)}</h1>\n${introduction}</div>`;
  return {
    path: "index.html",
    title: text.title,
    description: lead,
    body: [hero, ...withAreas].join("\n"),
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
