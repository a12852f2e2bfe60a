import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ShownArea } from "./document.ts";

const redocly = join(
  fileURLToPath(import.meta.resolve("@redocly/cli/package.json")),
  "../bin/cli.js",
);
const template = fileURLToPath(new URL("page.hbs", import.meta.url));

/**
 * Redoc hides the samples of languages that are not in this list. The first is shown first; the
 * payload is left out by itself where there is none.
 */
const redocOptions = { codeSamples: { languages: [{ lang: "TypeScript" }, { lang: "Payload" }] } };

/**
 * Renders an area as one HTML page that holds all it needs and asks no host for anything.
 *
 * @throws Error with Redocly's output if it fails.
 */
export async function areaPage({ document }: ShownArea): Promise<string> {
  // Without a redocly.yaml beside it: the reader's page depends on what is here alone.
  const folder = await mkdtemp(join(tmpdir(), "chainkit-docs-"));
  try {
    await writeFile(join(folder, "api.json"), JSON.stringify(document));
    const description = JSON.stringify({ description: document.info.summary ?? "" });
    const args = ["build-docs", "api.json", "--output", "api.html", "--inlineBundle"];
    args.push("--template", template, "--templateOptions", description);
    args.push("--openapi", JSON.stringify(redocOptions));
    // Telemetry would also be built into the page, and run at the reader's.
    const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const env = { ...process.env, ...quiet };
    await promisify(execFile)(process.execPath, [redocly, ...args], { cwd: folder, env });
    return withoutLogo(await readFile(join(folder, "api.html"), "utf8"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Redoc loads its logo from its vendor's host; an image that fails is left out. */
function withoutLogo(html: string): string {
  return html.replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, "data:,");
}
