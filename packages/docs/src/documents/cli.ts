#!/usr/bin/env node
import { Argument, createProgram, list, requireNode, startProgram } from "@chainkit/command";

// What is loaded later may not work on older releases, which say so in their own words.
requireNode("chainkit-docs", "20");

interface Options {
  readonly spec: readonly string[];
  readonly out: string;
  readonly title?: string;
  readonly url?: string;
}

const program = createProgram({
  usage: "npx @chainkit/docs",
  description:
    "Builds a static site from OpenAPI 3.0 and 3.1 documents: a page of each operation with samples and a form that " +
    "calls it, a reference by Redoc, search, and Markdown for agents.",
})
  .usage("build --spec <file or folder> [options]")
  .addArgument(new Argument("<build>", "the command").choices(["build"]))
  .requiredOption(
    "--spec <path>",
    "OpenAPI file, YAML or JSON, in which every $ref is internal, or a folder of them; repeatable",
    list,
  )
  .option("--out <folder>", "folder of the site; other files in it stay", "site")
  .option("--title <text>", "name of the site (default: the title of the first document)")
  .option("--url <url>", "public URL of the site, for canonical links and a sitemap")
  .action(async (_: string, { spec: specs, out, title, url }: Options) => {
    // Imported lazily, so that help and invalid options do not load what builds the site.
    const [{ renderDocuments }, { siteAssets }, { writeSite }] = await Promise.all([
      import("./site.ts"),
      import("../assets.ts"),
      import("../render.ts"),
    ]);
    const files = await renderDocuments({ specs, title, url });
    const { fonts } = await siteAssets();
    await writeSite(out, new Map<string, string | Uint8Array>([...files, ...fonts]));
    const pages = [...files.keys()].filter((path) => path.endsWith(".html"));
    console.log(`wrote ${pages.length} pages to ${out}`);
  });

await startProgram("chainkit-docs", program);
