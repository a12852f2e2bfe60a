import { type AreaReference, hasRedoc } from "./document.ts";
import { type Frame, topicOf } from "./frame.ts";
import { layout, type Page } from "./layout.ts";
import { renderMarkdown } from "./markdown.ts";
import { page } from "./page.ts";
import { renderRedoc } from "./redoc.ts";

/** The last rendering of each area, with the document that it was made from. */
const cache = new Map<string, { json: string; parts: ReturnType<typeof renderRedoc> }>();

/**
 * Renders the page of an area: all of it by Redoc, with a style sheet, or a list of its operations if they are many.
 * Unchanged areas come from a cache.
 *
 * @param styles Style sheet of the site around it.
 * @returns The files by path.
 * @throws Error if Redoc cannot read the document.
 */
export async function areaFiles(
  area: AreaReference,
  frame: Frame,
  styles: string,
): Promise<[string, string][]> {
  if (!hasRedoc(area)) {
    const list = listPage(area);
    return [[list.path, layout(list, frame, styles)]];
  }
  const json = JSON.stringify(area.document);
  const cached = cache.get(area.name);
  const parts = cached?.json === json ? cached.parts : renderRedoc(area);
  cache.set(area.name, { json, parts });
  const { body, styles: own } = await parts;
  const { title, summary = "" } = area.document.info;
  const reference = {
    path: `${area.name}.html`,
    title,
    description: summary,
    kind: "redoc",
    body: `<div id="redoc">${body}</div>`,
    baseUrl: area.baseUrl,
  } as const;
  const stylesheet = `assets/${area.name}.css`;
  return [
    [reference.path, layout(reference, { ...frame, stylesheet }, styles)],
    [stylesheet, own],
  ];
}

/** What a document says of itself, and its operations by topic. */
function listPage({ name, document, operations, baseUrl }: AreaReference): Page {
  const { title, summary = "", description = "" } = document.info;
  const topic = topicOf(operations);
  const topics = [...new Set(operations.map(topic))];
  const parts = [
    `# ${title}`,
    description || summary,
    `OpenAPI document: [YAML](bundles/${name}.yaml), [JSON](bundles/${name}.json)`,
    ...topics.flatMap((own) => [
      `## ${own}`,
      operations
        .filter((operation) => topic(operation) === own)
        .map(
          ({ id, operation, page: href, summary: text }) =>
            `- \`${operation.method}\` [\`${id}\`](${href})${text === id ? "" : `: ${text.replaceAll(/\s+/g, " ")}`}`,
        )
        .join("\n"),
    ]),
  ];
  const rendered = renderMarkdown(parts.join("\n\n"), {
    link: (href) => href,
    operation: () => undefined,
  });
  const { markdown: _, ...list } = page({ file: "", path: name, text: "" }, rendered);
  return { ...list, baseUrl };
}
