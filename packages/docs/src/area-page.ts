import type { Assets } from "./assets.ts";
import type { AreaReference } from "./document.ts";
import { brandHtml, type Frame, footerHtml, headerHtml, navigationHtml } from "./frame.ts";
import { html } from "./html.ts";
import { baseUrlData, head, withRoot } from "./layout.ts";
import type { RedocParts } from "./redoc.ts";
import { renderRedoc } from "./redoc.ts";
import { THEME_SCRIPT, THEME_SOURCE } from "./theme.ts";
import { usedStyles } from "./used-styles.ts";

const POLICY = `default-src 'none'; script-src 'self' ${THEME_SOURCE}; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src blob:; base-uri 'none'; form-action 'none'`;
const SINGLE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; base-uri 'none'; form-action 'none'";

/** The last rendering of each area, with the document that it was made from. */
const cache = new Map<string, { readonly json: string; readonly parts: Promise<RedocParts> }>();

/**
 * Renders the reference of an area: the Redoc page, the script with its document, and the same page
 * as a single file. Unchanged areas come from a cache.
 *
 * @returns The files by path.
 * @throws Error with Redocly's output if it fails.
 */
export async function areaFiles(
  area: AreaReference,
  frame: Frame,
  assets: Assets,
): Promise<Map<string, string>> {
  const json = JSON.stringify(area.document);
  const cached = cache.get(area.name);
  const parts =
    cached?.json === json ? cached.parts : renderRedoc(json, area.name, languagesOf(area));
  cache.set(area.name, { json, parts });
  const { styles, bundle, body, options } = await parts;
  // Redoc's script brings all styles again; a file of them would delay the first paint.
  const used = usedStyles(styles, body, ["dark", "light"]);
  const { title, summary = "" } = area.document.info;
  const path = `${area.name}.html`;
  const baseUrl = baseUrlData(frame, area.baseUrl);
  const definition = `globalThis.chainkitReference=${JSON.stringify({
    definition: area.document,
    options,
    examples: Object.fromEntries(area.operations.map(({ id, examples }) => [id, examples])),
  })};`;
  const content = `${headerHtml(path, frame, title)}
<div class="frame">
${navigationHtml(path, frame)}
<div id="content" tabindex="-1">
<noscript><h1>${html(title)}</h1>
<p>${html(summary)}</p>
<ul>
${area.operations.map(listItem).join("\n")}
</ul></noscript>
${body}
</div>
</div>
${footerHtml(path, frame)}`;
  const linked = `<!DOCTYPE html>
<html lang="en" data-root=""${baseUrl}>
<head>
${head(frame, { path, title, description: summary, policy: POLICY })}
<style>${used}\n${withRoot(assets.reference, "")}</style>
<script src="assets/${html(encodeURIComponent(area.name))}.js" defer></script>
<script src="assets/site.js" defer></script>
</head>
<body class="reference">
${content}
</body>
</html>
`;
  const single = `<!DOCTYPE html>
<html lang="en" data-root="../"${baseUrl} data-single>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${SINGLE_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${html(summary)}">
<title>${html(title)} · ${html(frame.name)}</title>
<script>${THEME_SCRIPT}</script>
<style>${used}\n${assets.single}</style>
</head>
<body class="reference">
<header class="bar"><div>${brandHtml("../", frame)}</div></header>
${relinkForSubfolder(body)}
<script>${escapeScript(bundle)}</script>
<script>${escapeScript(relinkForSubfolder(definition))}</script>
<script>${escapeScript(assets.files.get("assets/site.js") ?? "")}</script>
</body>
</html>
`;
  return new Map([
    [path, linked],
    [`assets/${area.name}.js`, `${definition}\n`],
    ["assets/redoc.js", bundle],
    [`single/${area.name}.html`, single],
  ]);
}

function languagesOf({ operations }: AreaReference): string[] {
  return [...new Set(operations.flatMap(({ samples }) => samples.map(({ lang }) => lang)))];
}

function listItem({ id, summary, page }: AreaReference["operations"][number]): string {
  return `<li><a href="${html(page)}"><code>${html(id)}</code></a>: ${html(summary)}</li>`;
}

/** Rewrites the links of a page at the root of the site for a page in a subfolder. */
function relinkForSubfolder(text: string): string {
  return text.replaceAll(
    /(\]\(|href="|"url":")(?=(?:bundles|operations|guides)\/|open-questions\.html)/g,
    "$1../",
  );
}

/** Escapes `</script` so that a script can be inlined in a page. */
function escapeScript(script: string): string {
  return script.replaceAll(/<\/(?=script)/gi, "<\\/");
}
