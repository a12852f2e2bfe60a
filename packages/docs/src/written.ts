import { join } from "node:path/posix";
import type { ShownArea } from "./document.ts";
import { readGuides, readLanding } from "./guides.ts";
import { textOf } from "./html.ts";
import { landingPage } from "./landing.ts";
import { type LinkGroup, type Page, rootOf } from "./layout.ts";
import { type Rendered, renderMarkdown } from "./markdown.ts";
import { readChangelog, readQuestions } from "./records.ts";

/** A text and where its page is. */
interface Source {
  /** Its place in the repository, where links to it lead. */
  readonly file: string;
  readonly path: string;
  readonly text: string;
}

/** The pages that are written as Markdown: landing page, guides, open questions, changelog. */
export async function writtenPages(
  areas: readonly ShownArea[],
  folders: { spec: string; guides: string },
): Promise<Page[]> {
  const [text, guides, questions, changelog] = await Promise.all([
    readLanding(folders.guides),
    readGuides(folders.guides),
    readQuestions(folders.spec),
    readChangelog(),
  ]);
  const landing = { file: "packages/docs/guides/index.md", path: "index.html", text };
  const sources: Source[] = [
    ...guides.map((guide) => ({
      file: `packages/docs/guides/${guide.name}.md`,
      path: `guides/${guide.name}.html`,
      text: guide.text,
    })),
    { file: "spec/README.md", path: "open-questions.html", text: questions },
    { file: "CHANGELOG.md", path: "changelog.html", text: changelog },
  ];
  const render = (source: Source) => renderSource(source, [landing, ...sources], areas);
  const pages = sources.map((source) => page(source.path, render(source)));
  const list = guides.map(({ name }, index) => {
    const { title = "", description = "" } = pages[index] ?? {};
    return `- [${title}](${name}.md): ${description}`;
  });
  const welcome = render({ ...landing, text: text.replace("<!-- guides -->", list.join("\n")) });
  return [landingPage(welcome, lead(welcome.body), areas), ...pages];
}

function renderSource(
  { file, path, text }: Source,
  sources: readonly Source[],
  areas: readonly ShownArea[],
): Rendered {
  const root = rootOf(path);
  const operations = areas.flatMap((area) => area.operations);
  return renderMarkdown(text, {
    operation: (id) => {
      const operation = operations.find((one) => one.id === id);
      return operation && root + operation.page;
    },
    link: (href) => {
      const [linked = "", anchor] = href.split("#");
      const target = join(file, "..", linked);
      const source = sources.find((one) => one.file === target);
      if (!source) {
        throw new Error(`${file} links to ${href}, which is no page of the site`);
      }
      return anchor === undefined ? root + source.path : `${root}${source.path}#${anchor}`;
    },
  });
}

function page(path: string, { title, body, headings }: Rendered): Page {
  const wide = body.includes('id="question-');
  return { path, title, headings, body, wide, description: lead(body) };
}

/** The first sentence of a text, which says what it is about. */
function lead(body: string): string {
  const first = textOf(body.match(/<p>.*?<\/p>/s)?.[0] ?? "");
  return first.match(/^.*?[.:](?=\s|$)/)?.[0]?.replace(/:$/, ".") ?? first;
}

/** The links that stand beside every page. */
export function navigation(areas: readonly ShownArea[], pages: readonly Page[]): LinkGroup[] {
  const links = (wanted: (path: string) => boolean) =>
    pages
      .filter(({ path }) => wanted(path))
      .map(({ path, title }) => ({ href: path, text: title }));
  const isGuide = (path: string) => path.startsWith("guides/");
  const references = areas.map((area) => ({
    href: `${encodeURIComponent(area.name)}.html`,
    text: area.document.info.title,
  }));
  return [
    { title: "API", links: [{ href: "index.html", text: "Overview" }, ...references] },
    { title: "Guides", links: links(isGuide) },
    { title: "Project", links: links((path) => !isGuide(path) && path !== "index.html") },
  ];
}
