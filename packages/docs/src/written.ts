import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AreaReference } from "./document.ts";
import { areaGroup, type LinkGroup, REFERENCE_GROUP } from "./frame.ts";
import { GUIDE_GROUPS, isForOperators } from "./guides.ts";
import { html } from "./html.ts";
import { landingPage, landingText, referencePage } from "./landing.ts";
import type { Page } from "./layout.ts";
import { operationPage } from "./operation-page.ts";
import { page, type Source } from "./page.ts";
import { readBenchmarks, readChangelog, readErrors, readQuestions } from "./records.ts";
import { editUrl, publishedLinks, renderSource } from "./source.ts";

/** Pages with Markdown sources, and their published Markdown by path. */
export interface WrittenPages {
  readonly pages: readonly Page[];
  readonly markdown: ReadonlyMap<string, string>;
}

/** Renders landing page, guides, operations, errors, open questions, benchmarks and changelog. */
export async function writtenPages(
  areas: readonly AreaReference[],
  folders: { spec: string; guides: string },
): Promise<WrittenPages> {
  const guide = async (name: string): Promise<Source> => {
    const text = await readFile(join(folders.guides, `${name}.md`), "utf8");
    return { file: `packages/docs/guides/${name}.md`, path: `guides/${name}`, text };
  };
  const [index, guides, errors, questions, benchmarks, changelog] = await Promise.all([
    guide("index"),
    Promise.all(Object.values(GUIDE_GROUPS).flat().map(guide)),
    readErrors(folders.spec),
    readQuestions(folders.spec),
    readBenchmarks(),
    readChangelog(),
  ]);
  const landing = { ...index, path: "index" };
  const sources: Source[] = [
    ...guides,
    { file: "spec/shared/problems.yaml", path: "errors", text: errors },
    { file: "spec/README.md", path: "open-questions", text: questions },
    { file: "tools/bench/README.md", path: "benchmarks", text: benchmarks },
  ].map((source) => ({ ...source, edit: editUrl(source.file) }));
  sources.push({ file: "CHANGELOG.md", path: "changelog", text: changelog });
  const render = (source: Source) => renderSource(source, [landing, ...sources], areas);
  const pages = sources.map(
    (source): Page => ({
      ...page(source, render(source)),
      asWritten: isForOperators(source.path.replace("guides/", "")),
    }),
  );
  const guidePages = pages.slice(0, guides.length);
  const list = guidePages.map(
    ({ title, description }, at) =>
      `- [${title}](${basename(guides[at]?.file ?? "")}): ${description}`,
  );
  const operations = areas.flatMap((area) =>
    area.operations.map((reference) => operationPage(area, reference, areas, render)),
  );
  const { text: quickStart = "" } = guides.find(({ path }) => path.endsWith("/quick-start")) ?? {};
  const first = { ...landing, text: landingText(landing.text, quickStart, list.join("\n")) };
  const markdown = [first, ...sources, ...operations.map(({ source }) => source)].map(
    (source) => [`${source.path}.md`, publishedLinks(source, [landing, ...sources])] as const,
  );
  return {
    pages: [
      landingPage(render(first), areas, guidePages, quickStart),
      referencePage(areas),
      ...guidePages.map((each, at) => ({
        ...each,
        below: pager(guidePages[at - 1], guidePages[at + 1]),
      })),
      ...pages.slice(guides.length),
      ...operations.map(({ page: each }) => each),
    ],
    markdown: new Map(markdown),
  };
}

function pager(previous: Page | undefined, next: Page | undefined): string {
  const link = (rel: string, label: string, target: Page | undefined) =>
    target
      ? `<a rel="${rel}" href="../${html(target.path)}"><small>${label}</small>${html(target.title)}</a>`
      : "<span></span>";
  return `<nav class="pager" aria-label="Guides">${link("prev", "Previous", previous)}${link("next", "Next", next)}</nav>\n`;
}

/** Builds the navigation: links to all pages. */
export function navigation(areas: readonly AreaReference[], pages: readonly Page[]): LinkGroup[] {
  const links = (filter: (path: string) => boolean) =>
    pages
      .filter(({ path }) => filter(path))
      .map(({ path, title }) => ({ href: path, text: title }));
  return [
    ...Object.entries(GUIDE_GROUPS).map(([title, names], at) => ({
      title,
      links: [
        ...(at === 0 ? [{ href: "index.html", text: "Overview" }] : []),
        ...links((path) => names.some((name) => path === `guides/${name}.html`)),
      ],
    })),
    REFERENCE_GROUP,
    ...areas.map(areaGroup),
    {
      title: "Project",
      links: links(
        (path) =>
          !path.includes("/") &&
          path !== "index.html" &&
          REFERENCE_GROUP.links.every(({ href }) => href !== path),
      ),
    },
  ];
}
