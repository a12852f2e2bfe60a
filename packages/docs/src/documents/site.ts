import { panelOf, tabbedCode } from "../code.ts";
import type { AreaReference } from "../document.ts";
import { areaGroup, type Frame, rootOf } from "../frame.ts";
import { html } from "../html.ts";
import { icon } from "../icon.ts";
import { cardsHtml, countsText, leadOf } from "../landing.ts";
import type { Page } from "../layout.ts";
import { type Rendered, renderMarkdown } from "../markdown.ts";
import { operationPage } from "../operation-page.ts";
import type { Source } from "../page.ts";
import { renderFiles } from "../render.ts";
import { documentFiles, readDocuments } from "./read.ts";

/** Options of `renderDocuments`. */
export interface DocumentsOptions {
  /** OpenAPI files, and folders of them. */
  readonly specs: readonly string[];
  /** Name of the site. Default: the title of the first document. */
  readonly title?: string | undefined;
  /** Public base URL, for sitemap and canonical links. */
  readonly url?: string | undefined;
}

/**
 * Renders the site of any OpenAPI documents: a page of each operation, a reference by Redoc of each document, and a
 * first page.
 *
 * @returns The files of the site by path.
 * @throws Error naming the file that is not an OpenAPI document, or if there is none.
 */
export async function renderDocuments({
  specs,
  title,
  url,
}: DocumentsOptions): Promise<Map<string, string>> {
  const areas = await readDocuments(await documentFiles(specs));
  const [first] = areas;
  if (!first) {
    throw new Error(`${specs.join(", ")}: no OpenAPI document, YAML or JSON`);
  }
  const name = title ?? first.document.info.title;
  const pages = areas.flatMap((area) => {
    const render = renderer([area, ...areas]);
    return area.operations.map((reference) => operationPage(area, reference, areas, render));
  });
  const landing = firstPage(name, first, areas);
  const begin = [{ href: "index.html", text: "Overview" }];
  const frame: Frame = {
    name,
    title: name,
    navigation: [{ title: name, links: begin }, ...areas.map(areaGroup)],
    footer: {
      links: areas.map(({ name: file, document }) => ({
        href: `${file}.html`,
        text: document.info.title,
      })),
    },
    baseUrl: first.baseUrl,
  };
  const site = {
    areas,
    pages: [landing, ...pages.map(({ page }) => page)],
    markdown: new Map(pages.map(({ source }) => [`${source.path}.md`, source.text])),
    frame,
    begin,
    about: { title: name, summary: landing.description },
  };
  return renderFiles(site, url);
}

/** Returns the function that renders the Markdown of a document: names of operations link to the first of that name. */
function renderer(areas: readonly AreaReference[]): (source: Source) => Rendered {
  const operations = areas.flatMap((area) => area.operations);
  const pages = new Map(operations.map(({ id, page }) => [id, page] as const).reverse());
  return ({ path, text }) =>
    renderMarkdown(text, {
      operation: (id) => {
        const page = pages.get(id);
        return page && rootOf(path) + page;
      },
      link: (href) => href,
    });
}

/** The first page: what the API is, a call of it, and the operations of each document. */
function firstPage(title: string, first: AreaReference, areas: readonly AreaReference[]): Page {
  const lead = areas.length === 1 ? leadOf(first) : `${countsText("API", areas)}.`;
  const reference = `${first.name}.html`;
  const body = `<section class="hero"><div><h1>${html(title)}</h1>
<p class="lead">${html(lead)}</p>
<p class="toolbar"><a class="button primary large" href="${html(reference)}">Reference${icon("arrow")}</a><a class="button large" href="#operations">Operations</a></p></div>
${quickStart(areas)}</section>
<section class="section"><h2 id="operations">${countsText("API", areas)}</h2>
<p>The page of an operation has its parameters, responses and samples, and a form that calls it.</p>
${cardsHtml(areas)}</section>`;
  return { path: "index.html", title, description: lead, body, kind: "landing" };
}

/** The samples of the first operation that can be read without knowing any value. */
function quickStart(areas: readonly AreaReference[]): string {
  const operations = areas.flatMap((area) => area.operations);
  const callable = operations.filter(({ samples: [first] }) => first);
  const simple = callable.find(
    ({ operation: { method, parameters } }) =>
      method === "GET" && parameters.every(({ required }) => !required),
  );
  const { samples = [] } = simple ?? callable[0] ?? {};
  return samples.length === 0
    ? ""
    : tabbedCode("sample", "Language of the sample", samples.map(panelOf));
}
