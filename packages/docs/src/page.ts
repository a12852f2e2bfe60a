import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readStyle } from "./assets.ts";
import type { ShownArea } from "./document.ts";
import { html } from "./html.ts";
import type { Link } from "./layout.ts";

const redocly = join(
  fileURLToPath(import.meta.resolve("@redocly/cli/package.json")),
  "../bin/cli.js",
);

/**
 * Redoc hides the samples of languages that are not in this list. The first is shown first; the
 * payload is left out by itself where there is none.
 */
const languages = ["TypeScript", "Payload"].map((lang) => ({ lang }));
const redocOptions = { codeSamples: { languages } };

const drawn = new Map<string, { readonly of: string; readonly page: Promise<string> }>();

/**
 * Renders an area as one HTML page that holds all it needs and asks no host for anything. An area
 * that has not changed since it was last asked for is not rendered again.
 *
 * @param links The links of the bar above it.
 * @throws Error with Redocly's output if it fails.
 */
export async function areaPage(area: ShownArea, links: Link[]): Promise<string> {
  const input = { api: JSON.stringify(area.document), template: await template(area, links) };
  const of = JSON.stringify(input);
  const last = drawn.get(area.name);
  if (last?.of === of) {
    return last.page;
  }
  const page = draw(input.api, input.template);
  drawn.set(area.name, { of, page });
  return page;
}

async function draw(api: string, template: string): Promise<string> {
  // Without a redocly.yaml beside it: the reader's page depends on what is here alone.
  const folder = await mkdtemp(join(tmpdir(), "chainkit-docs-"));
  try {
    await writeFile(join(folder, "api.json"), api);
    await writeFile(join(folder, "page.hbs"), template);
    const args = ["build-docs", "api.json", "--output", "api.html", "--inlineBundle"];
    args.push("--template", "page.hbs", "--openapi", JSON.stringify(redocOptions));
    // Telemetry would also be built into the page, and run at the reader's.
    const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const env = { ...process.env, ...quiet };
    await promisify(execFile)(process.execPath, [redocly, ...args], { cwd: folder, env });
    return mend(await readFile(join(folder, "api.html"), "utf8"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:; base-uri 'none'; form-action 'none'";

/** What stands around Redoc, as a Handlebars template: values of ours are in it already. */
async function template({ name, document }: ShownArea, links: Link[]): Promise<string> {
  const styles = await Promise.all(["bar", "redoc"].map(readStyle));
  const items = links.map(({ href, text }) => {
    const current = href === `${name}.html` ? ' aria-current="page"' : "";
    return `<a href="${html(href)}"${current}>${html(text)}</a>`;
  });
  const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${html(document.info.summary ?? "")}">
<title>${html(document.info.title)} · chainkit</title>
<style>
${styles.join("\n")}</style>
`;
  const body = `</head>
<body>
<header class="bar">
<a class="brand" href="index.html">chainkit</a>
<nav aria-label="Site">
${items.join("\n")}
</nav>
</header>
`;
  return `${verbatim(page)}{{{redocHead}}}\n${verbatim(body)}{{{redocHTML}}}\n</body>\n</html>\n`;
}

/** Text in which Handlebars finds nothing to replace. */
function verbatim(text: string): string {
  return text.replaceAll("{{", "&#123;&#123;");
}

/**
 * Redoc loads its logo from its vendor's host: an image that fails is left out. And until its script
 * runs, its links lead to paths where there is nothing: afterwards they are anchors.
 */
function mend(html: string): string {
  const parts = html
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, "data:,")
    .split(/(<script\b[^>]*>.*?<\/script>)/s);
  const isScript = (part: string) => part.startsWith("<script");
  return parts
    .map((part) => (isScript(part) ? part : part.replaceAll(/(<a\b[^>]* href=")\//g, "$1#/")))
    .join("");
}
