import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findRendering, keepRendering } from "./render-cache.ts";

const require = createRequire(import.meta.url);
const manifest = require.resolve("@redocly/cli/package.json");
const { version } = require(manifest) as { version: string };
const redocly = join(dirname(manifest), "bin/cli.js");

/** Output of `redocly build-docs`, split into its parts. */
export interface RedocParts {
  /** Style sheets; the same for every document. */
  readonly styles: string;
  /** Redoc itself, as a script that sets `chainkitRedoc`; the same for every document. */
  readonly bundle: string;
  /** Prerendered HTML. */
  readonly body: string;
  readonly options: object;
}

/**
 * Renders a document with `redocly build-docs`.
 *
 * @param document JSON text of an OpenAPI document.
 * @param name Base name of the published bundles, `bundles/<name>.yaml`.
 * @param languages Languages of the samples: Redoc hides others, and selects the first.
 * @throws Error with Redocly's output if it fails, or if its page has an unexpected format.
 */
export async function renderRedoc(
  document: string,
  name: string,
  languages: readonly string[] = [],
): Promise<RedocParts> {
  const options = JSON.stringify({
    codeSamples: { languages: [...languages, "Payload"].map((lang) => ({ lang })) },
    downloadUrls: [
      { title: "OpenAPI (YAML)", url: `bundles/${name}.yaml` },
      { title: "OpenAPI (JSON)", url: `bundles/${name}.json` },
    ],
  });
  const made = ["redocly", version, document, options];
  const kept = findRendering(made);
  if (kept !== undefined) {
    return split(kept);
  }
  const page = await buildPage(document, options);
  const parts = split(page);
  // Not before: what cannot be split is not found again.
  keepRendering(made, page);
  return parts;
}

async function buildPage(document: string, options: string): Promise<string> {
  // An empty folder: a redocly.yaml of the caller must not affect the output.
  const folder = await mkdtemp(join(tmpdir(), "chainkit-docs-"));
  try {
    await writeFile(join(folder, "api.json"), document);
    await writeFile(join(folder, "page.hbs"), "{{{redocHead}}}<!--body-->{{{redocHTML}}}");
    const args = ["build-docs", "api.json", "--output", "api.html", "--inlineBundle"];
    args.push("--template", "page.hbs", "--openapi", options);
    // With telemetry on, the page itself would send it from the reader's browser.
    const settings = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const env = { ...process.env, ...settings };
    await promisify(execFile)(process.execPath, [redocly, ...args], { cwd: folder, env });
    return await readFile(join(folder, "api.html"), "utf8");
  } finally {
    await rm(folder, { recursive: true, maxRetries: 5 });
  }
}

function split(page: string): RedocParts {
  const [, rest = ""] = page.split("<!--body-->");
  const styles = [...page.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css);
  const start = rest.indexOf('<script type="module">');
  const definition = rest.indexOf("const __redoc_definition = ", start);
  const options = /const __redoc_options = (.*);\n/.exec(rest.slice(definition))?.[1];
  const exported = "export{RedocStandalone,hydrate,init};";
  const code = rest.slice(start, definition).replace('<script type="module">', "");
  if (start === -1 || definition === -1 || options === undefined || !code.includes(exported)) {
    throw new Error("redocly build-docs: unexpected output; update packages/docs/src/redoc.ts");
  }
  const bundle = code
    .replace(exported, "globalThis.chainkitRedoc=hydrate;")
    // A classic script, because browsers load no modules from file:// pages.
    .replaceAll("import.meta", "({url:document.baseURI})")
    // The logo is on another host, which the site does not contact; a failed image is hidden.
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, "data:,");
  const body = rest
    .slice(0, start)
    .replaceAll(/<(style|script)\b[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, "data:,")
    // The prerendered links are paths; once Redoc runs, they are anchors.
    .replaceAll(/(<a\b[^>]* href=")\//g, "$1#/");
  return { styles: styles.join("\n"), bundle: `{${bundle}}`, body, options: JSON.parse(options) };
}
