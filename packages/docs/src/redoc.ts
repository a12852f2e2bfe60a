import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { LANGUAGES } from "./samples/samples.ts";

const redocly = join(
  fileURLToPath(import.meta.resolve("@redocly/cli/package.json")),
  "../bin/cli.js",
);

/** What Redocly renders of a document, in its parts. */
export interface RedocParts {
  /** Style sheets; the same for every document. */
  readonly styles: string;
  /** Redoc itself, as a script that sets `chainkitRedoc`; the same for every document. */
  readonly bundle: string;
  /** The prerendered overview. */
  readonly body: string;
  readonly options: object;
}

/** Redoc hides samples in other languages. The first is shown first; a payload only where there is one. */
const redocOptions = {
  codeSamples: { languages: [...LANGUAGES, "Payload"].map((lang) => ({ lang })) },
};

/**
 * Renders a document with `redocly build-docs`.
 *
 * @param document JSON text of an OpenAPI document.
 * @param name Base name of the published bundles, `bundles/<name>.yaml`.
 * @throws Error with Redocly's output, or if that has another form than this version's.
 */
export async function renderRedoc(document: string, name: string): Promise<RedocParts> {
  // Without a redocly.yaml in the folder, the output depends on this module alone.
  const folder = await mkdtemp(join(tmpdir(), "chainkit-docs-"));
  try {
    const options = {
      ...redocOptions,
      downloadUrls: [
        { title: "OpenAPI (YAML)", url: `bundles/${name}.yaml` },
        { title: "OpenAPI (JSON)", url: `bundles/${name}.json` },
      ],
    };
    await writeFile(join(folder, "api.json"), document);
    await writeFile(join(folder, "page.hbs"), "{{{redocHead}}}<!--body-->{{{redocHTML}}}");
    const args = ["build-docs", "api.json", "--output", "api.html", "--inlineBundle"];
    args.push("--template", "page.hbs", "--openapi", JSON.stringify(options));
    // Telemetry would also be built into the page, and run in the reader's browser.
    const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const env = { ...process.env, ...quiet };
    await promisify(execFile)(process.execPath, [redocly, ...args], { cwd: folder, env });
    return split(await readFile(join(folder, "api.html"), "utf8"));
  } finally {
    await rm(folder, { recursive: true });
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
    throw new Error("redocly build-docs: unexpected output; this module needs an update");
  }
  const bundle = code
    .replace(exported, "globalThis.chainkitRedoc=hydrate;")
    // A classic script, because browsers load no modules from file:// pages.
    .replaceAll("import.meta", "({url:document.baseURI})")
    // An image that fails is left out; this one is on another host.
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, "data:,");
  const body = rest
    .slice(0, start)
    .replaceAll(/<(style|script)\b[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, "data:,")
    // Until Redoc runs, its links are paths; afterwards they are anchors.
    .replaceAll(/(<a\b[^>]* href=")\//g, "$1#/");
  return { styles: styles.join("\n"), bundle: `{${bundle}}`, body, options: JSON.parse(options) };
}
