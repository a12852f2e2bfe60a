import type { AreaReference } from "./document.ts";
import type { Frame } from "./frame.ts";
import { layout } from "./layout.ts";
import { renderRedoc } from "./redoc.ts";

/** Operations of a page that is laid out as a whole: of a larger one, browsers lay out what is in sight. */
const MAX_LAID_OUT = 100;

/** The last rendering of each area, with the document that it was made from. */
const cache = new Map<string, { json: string; parts: ReturnType<typeof renderRedoc> }>();

/**
 * Renders the page of an area by Redoc, and its style sheet. Unchanged areas come from a cache.
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
  const json = JSON.stringify(area.document);
  const cached = cache.get(area.name);
  const parts = cached?.json === json ? cached.parts : renderRedoc(area);
  cache.set(area.name, { json, parts });
  const { body, styles: own } = await parts;
  const { title, summary = "" } = area.document.info;
  const page = {
    path: `${area.name}.html`,
    title,
    description: summary,
    kind: "redoc",
    body: `<div id="redoc"${area.operations.length > MAX_LAID_OUT ? " data-large" : ""}>${body}</div>`,
    headings: [],
    baseUrl: area.baseUrl,
  } as const;
  const stylesheet = `assets/${area.name}.css`;
  return [
    [page.path, layout(page, { ...frame, stylesheet }, styles)],
    [stylesheet, own],
  ];
}
