#!/usr/bin/env node
import { parseArgs } from "node:util";

// What is loaded later may not work on older releases, which say so in their own words.
if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`chainkit-docs: requires Node 20 or later; this is ${process.version}`);
  process.exit(1);
}

const HELP = `Builds a static site from OpenAPI 3.0 and 3.1 documents: a page of each operation with samples and a form that
calls it, a reference by Redoc, search, and Markdown for agents.

Usage: npx @chainkit/docs build --spec <file or folder> [options]

  --spec <path>   OpenAPI file, YAML or JSON, in which every $ref is internal, or a folder of them; repeatable
  --out <folder>  folder of the site (default: site); other files in it stay
  --title <text>  name of the site (default: the title of the first document)
  --url <url>     public URL of the site, for canonical links and a sitemap
  --help          show this help
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      spec: { type: "string", multiple: true, default: [] },
      out: { type: "string", default: "site" },
      title: { type: "string" },
      url: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (positionals.join(" ") !== "build" || values.spec.length === 0) {
    throw new Error("expected build --spec <file or folder>; see --help");
  }
  // Imported lazily, so that help and invalid options do not load what builds the site.
  const [{ renderDocuments }, { siteAssets }, { writeSite }] = await Promise.all([
    import("./site.ts"),
    import("../assets.ts"),
    import("../render.ts"),
  ]);
  const files = await renderDocuments({
    specs: values.spec,
    title: values.title,
    url: values.url,
  });
  const { fonts } = await siteAssets();
  await writeSite(values.out, new Map<string, string | Uint8Array>([...files, ...fonts]));
  const pages = [...files.keys()].filter((path) => path.endsWith(".html"));
  console.log(`wrote ${pages.length} pages to ${values.out}`);
}

main().catch((error: unknown) => {
  console.error(`chainkit-docs: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
