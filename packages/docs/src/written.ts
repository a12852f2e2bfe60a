import { join } from "node:path/posix";
import type { AreaReference } from "./document.ts";
import { readGuides, readLanding } from "./guides.ts";
import { html, textOf } from "./html.ts";
import { landingPage } from "./landing.ts";
import { type LinkGroup, type Page, rootOf } from "./layout.ts";
import { type Rendered, renderMarkdown } from "./markdown.ts";
import { operationText } from "./operation-text.ts";
import { readChangelog, readErrors, readQuestions } from "./records.ts";

/** Markdown source of a page. */
interface Source {
  /** Path in the repository; relative links are resolved against it. */
  readonly file: string;
  /** Path on the site, without extension. */
  readonly path: string;
  readonly text: string;
}

/** Pages with Markdown sources, and their published Markdown by path. */
export interface WrittenPages {
  readonly pages: readonly Page[];
  readonly markdown: ReadonlyMap<string, string>;
}

/** Renders landing page, guides, operations, open questions and changelog. */
export async function writtenPages(
  areas: readonly AreaReference[],
  folders: { spec: string; guides: string },
): Promise<WrittenPages> {
  const [text, guides, errors, questions, changelog] = await Promise.all([
    readLanding(folders.guides),
    readGuides(folders.guides),
    readErrors(folders.spec),
    readQuestions(folders.spec),
    readChangelog(),
  ]);
  const landing = { file: "packages/docs/guides/index.md", path: "index", text };
  const sources: Source[] = [
    ...guides.map((guide) => ({
      file: `packages/docs/guides/${guide.name}.md`,
      path: `guides/${guide.name}`,
      text: guide.text,
    })),
    { file: "spec/shared/problems.yaml", path: "errors", text: errors },
    { file: "spec/README.md", path: "open-questions", text: questions },
    { file: "CHANGELOG.md", path: "changelog", text: changelog },
  ];
  const render = (source: Source) => renderSource(source, [landing, ...sources], areas);
  const pages = sources.map((source) => page(source, render(source)));
  const list = guides.map(({ name }, index) => {
    const { title = "", description = "" } = pages[index] ?? {};
    return `- [${title}](${name}.md): ${description}`;
  });
  const pagesWithPager = pages.map((each, index) => {
    const isGuide = (other?: Page) => (other?.path.startsWith("guides/") ? other : undefined);
    const links = pager(isGuide(pages[index - 1]), isGuide(pages[index + 1]));
    return isGuide(each) ? { ...each, body: each.body + links } : each;
  });
  const operations = areas.flatMap((area) =>
    area.operations.map((reference) => {
      const { id, page: path, operation, examples } = reference;
      const source = {
        file: `packages/docs/operations/${id}.md`,
        path: path.replace(/\.html$/, ""),
        text: operationText(reference, area.published),
      };
      const rendered = page(source, render(source));
      const isConsole = operation.method === "GET";
      const call = {
        path: operation.path,
        auth: operation.auth,
        parameters: operation.parameters.map(({ name, in: place, required, example }) => ({
          name,
          in: place,
          required,
          example,
        })),
      };
      const data = [
        `data-operation="${html(id)}" data-examples="${html(JSON.stringify(examples))}"`,
        ...(isConsole ? [`data-call="${html(JSON.stringify(call))}"`] : []),
      ].join(" ");
      const breadcrumbs = `<p class="crumbs"><a href="../${html(encodeURIComponent(area.name))}.html">${html(area.document.info.title)}</a> / <code>${html(id)}</code></p>`;
      const body = `<article ${data}>\n${breadcrumbs}\n${rendered.body}\n</article>`;
      return { source, page: { ...rendered, body, console: isConsole } };
    }),
  );
  const landingText = render({
    ...landing,
    text: text.replace("<!-- guides -->", list.join("\n")),
  });
  const markdown = [landing, ...sources, ...operations.map(({ source }) => source)].map(
    ({ file, path, text: source }) =>
      [
        `${path}.md`,
        publishedLinks({ file, path, text: source.replace("<!-- guides -->", list.join("\n")) }, [
          landing,
          ...sources,
        ]),
      ] as const,
  );
  return {
    pages: [
      landingPage(landingText, firstSentence(landingText.body), areas),
      ...pagesWithPager,
      ...operations.map(({ page: each }) => each),
    ],
    markdown: new Map(markdown),
  };
}

function renderSource(
  { file, path, text }: Source,
  sources: readonly Source[],
  areas: readonly AreaReference[],
): Rendered {
  const root = rootOf(path);
  const operations = areas.flatMap((area) => area.operations);
  return renderMarkdown(text, {
    operation: (id) => {
      const operation = operations.find((candidate) => candidate.id === id);
      return operation && root + operation.page;
    },
    link: (href) => {
      const [linked = "", anchor] = href.split("#");
      if (linked.endsWith(".html")) {
        return href;
      }
      const target = join(file, "..", linked);
      const source = sources.find((candidate) => candidate.file === target);
      if (!source) {
        throw new Error(`${file} links to ${href}, which is not a page of the site`);
      }
      const page = `${root}${source.path}.html`;
      return anchor === undefined ? page : `${page}#${anchor}`;
    },
  });
}

/** Rewrites links between sources to links between published Markdown files. */
function publishedLinks({ file, path, text }: Source, sources: readonly Source[]): string {
  const root = rootOf(path);
  return text
    .replaceAll(/(?<=\]\()(?!\w+:)([^)#\s]+)/g, (href) => {
      const source = sources.find((candidate) => candidate.file === join(file, "..", href));
      return source ? `${root}${source.path}.md` : href;
    })
    .replaceAll(/(?<=\]\((?:\.\.\/)*open-questions)\.html/g, ".md");
}

function page({ path }: Source, { title, body, headings }: Rendered): Page {
  const wide = body.includes('id="question-');
  const markdown = `${path}.md`;
  return {
    path: `${path}.html`,
    title,
    headings,
    body,
    wide,
    description: firstSentence(body),
    markdown,
  };
}

function pager(previous: Page | undefined, next: Page | undefined): string {
  const link = (rel: string, label: string, target: Page | undefined) =>
    target
      ? `<a rel="${rel}" href="../${html(target.path)}"><span>${label}</span>${html(target.title)}</a>`
      : "<span></span>";
  return `<nav class="pager" aria-label="Guides">${link("prev", "Previous", previous)}${link("next", "Next", next)}</nav>\n`;
}

/** Returns the first sentence of a page, used as its description. */
function firstSentence(body: string): string {
  const first = textOf(body.match(/<p>.*?<\/p>/s)?.[0] ?? "");
  return first.match(/^.*?[.:](?=\s|$)/)?.[0]?.replace(/:$/, ".") ?? first;
}

/** Builds the navigation: links to all pages. */
export function navigation(areas: readonly AreaReference[], pages: readonly Page[]): LinkGroup[] {
  const links = (filter: (path: string) => boolean) =>
    pages
      .filter(({ path }) => filter(path))
      .map(({ path, title }) => ({ href: path, text: title }));
  const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
  const references = areas.map((area) => ({
    href: `${encodeURIComponent(area.name)}.html`,
    text: area.document.info.title,
  }));
  return [
    { title: "API", links: [{ href: "index.html", text: "Overview" }, ...references] },
    { title: "Guides", links: links(isIn("guides")) },
    ...areas.map(({ document, operations }) => ({
      title: document.info.title,
      links: operations.map(({ id, page: href }) => ({ href, text: id })),
    })),
    {
      title: "Project",
      links: links((path) => !path.includes("/") && path !== "index.html"),
    },
  ];
}
