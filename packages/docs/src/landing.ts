import { panelOf, tabbedCode } from "./code.ts";
import type { AreaReference, OperationReference } from "./document.ts";
import { areaLabel, verb } from "./frame.ts";
import { HOW_IT_WORKS } from "./how-it-works.ts";
import { html, textOf } from "./html.ts";
import { icon } from "./icon.ts";
import type { Page } from "./layout.ts";
import { type Rendered, renderMarkdown } from "./markdown.ts";

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** The guides that the landing page shows as cards, with their icons. */
const CARDS = {
  "quick-start": "play",
  "errors-and-retries": "shield",
  "paging-and-resuming": "document",
  "amounts-and-precision": "hash",
  "wallet-page": "settings",
  "agents-mcp": "bolt",
  "running-the-service": "arrow",
  "moving-endpoints": "link",
} as const;

/** Replaces the comments of the landing page's Markdown by the quick start and the list of guides. */
export function landingText(text: string, quickStart: string, list: string): string {
  const [steps = ""] = quickStart.replace(/^# .*/, "").split(/^## Next$/m);
  return text
    .replace("<!-- quick start -->", () => steps.replaceAll(/^##/gm, "###").trim())
    .replace("<!-- guides -->", () => list);
}

/**
 * Renders the landing page.
 *
 * @param text Its Markdown, whose title and first paragraph it shows.
 * @param quickStart Markdown of the quick start, whose sample it shows.
 */
export function landingPage(
  { title, body: text }: Rendered,
  areas: readonly AreaReference[],
  guides: readonly Page[],
  quickStart: string,
): Page {
  const lead = textOf(text.match(/<p>.*?<\/p>/s)?.[0] ?? "");
  const body = `<section class="hero"><div><h1>${html(title)}</h1>
<p class="lead">${html(lead)}</p>
<p class="toolbar"><a class="button primary large" href="guides/quick-start.html">Quick start${icon("arrow")}</a><a class="button large" href="#the-api">API reference</a></p>
<p class="try"><code>npx --yes pnpm@12 start</code> in a clone of the repository serves all of this from a local chain</p></div>
${sampleHtml(quickStart, areas)}</section>
<section class="section"><h2 id="the-api">${countsText("area", areas)}</h2>
<p>Each area has its own base address, OpenAPI document and client. Use one, or all.</p>
${cardsHtml(areas)}</section>
<section class="section"><h2 id="how-it-works">How it works</h2>
<p>The documents are written by hand. Everything else follows from them: a change of the contract reaches every client, page and test in the same commit.</p>
${HOW_IT_WORKS}</section>
<section class="section"><h2 id="guides">Guides</h2>
<p>Short, tested, and in the order in which you will need them.</p>
<div class="guides">
${Object.entries(CARDS)
  .map(([name, iconName]) => guideCard(name, iconName, guides))
  .join("")}
</div></section>`;
  return { path: "index.html", title, description: lead, body, kind: "landing" };
}

/** Counts what is described: `Three areas, twelve operations`. */
export function countsText(noun: string, areas: readonly AreaReference[]): string {
  const operations = areas.flatMap((area) => area.operations);
  return `${countText(areas.length, noun)}, ${countText(operations.length, "operation").toLowerCase()}`;
}

/** Renders the overview of the reference: each area with its operations and documents. */
export function referencePage(areas: readonly AreaReference[]): Page {
  const documents = areas.map((area) => {
    const { name, document } = area;
    const path = encodeURIComponent(name);
    return `<li>${html(document.info.title)}: <a href="${path}.html">${areaLabel(area)}</a>, <a href="bundles/${path}.yaml">OpenAPI (YAML)</a>, <a href="bundles/${path}.json">OpenAPI (JSON)</a></li>`;
  });
  return {
    path: "reference.html",
    title: "Reference",
    description: `${countsText("area", areas)}, with the parameters, responses and errors of each.`,
    body: `<p>${countsText("area", areas)}. The page of an operation has its parameters, responses, samples and a form that calls it. <a href="errors.html">Errors</a> lists what the service responds if a request fails.</p>
<h2 id="areas">Areas</h2>
${cardsHtml(areas)}
<h2 id="documents">Documents</h2>
<ul>${documents.join("")}</ul>`,
    wide: true,
  };
}

/** Renders a card per area, with its operations. */
export function cardsHtml(areas: readonly AreaReference[]): string {
  return `<div class="areas">\n${areas.map(card).join("")}\n</div>`;
}

function countText(number: number, noun: string): string {
  const word = NUMBERS[number] ?? String(number);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${noun}${number === 1 ? "" : "s"}`;
}

/** The sample of the quick start with its output, and the same call in other languages. */
function sampleHtml(quickStart: string, areas: readonly AreaReference[]): string {
  const [, code = "", output = ""] = /```ts\n(.*?)```\s+```text\n(.*?)```/s.exec(quickStart) ?? [];
  const [, id = ""] = /\.(get\w+)\(/.exec(code) ?? [];
  const operations = areas.flatMap((area) => area.operations);
  const samples = operations.find((operation) => operation.id === id)?.samples ?? [];
  const others = samples.filter(({ lang }) => lang === "curl" || lang === "Python");
  return tabbedCode("sample", "Language of the sample", [
    { label: "TypeScript", language: "ts", code, output },
    ...others.map(panelOf),
  ]);
}

function card(area: AreaReference): string {
  const { name, document, operations } = area;
  const { title, version } = document.info;
  return `<section class="card"><div class="about"><h3><a href="${html(encodeURIComponent(name))}.html">${html(title)}</a> <span class="badge type">${html(version)}</span></h3>
<p>${html(leadOf(area))}</p></div>
<ul class="ops">
${operations.map(listItem).join("")}
</ul></section>`;
}

/** The summary of a document, or else the first paragraph of its description. */
export function leadOf({ document }: AreaReference): string {
  const { summary, description = "" } = document.info;
  const [paragraph = ""] = description.trim().split(/\n\s*\n/);
  const { body } = renderMarkdown(paragraph, { link: (href) => href, operation: () => undefined });
  return summary ?? textOf(body);
}

function listItem({ id, operation: { method }, page }: OperationReference): string {
  return `<li><a href="${html(page)}">${verb(method)}<code>${html(id)}</code>${icon("chevron")}</a></li>`;
}

function guideCard(
  name: string,
  iconName: Parameters<typeof icon>[0],
  guides: readonly Page[],
): string {
  const guide = guides.find(({ path }) => path === `guides/${name}.html`);
  if (!guide) {
    throw new Error(`packages/docs/src/landing.ts names ${name}, which is not a guide`);
  }
  return `<a href="${html(guide.path)}">${icon(iconName)}<b>${html(guide.title)}</b><span>${html(guide.description)}</span></a>`;
}
