import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, onTestFinished, test, vi } from "vitest";
import { renderDocuments } from "../src/documents/site.ts";
import { renderSite } from "../src/site.ts";
import { writeSmallSources } from "./site.ts";

/** An element a line, without what scripts and styles hold, and icons by how their paths begin. */
const linesOf = (page: string) =>
  page
    .replaceAll(/(<(script|style)\b[^>]*>).*?(?=<\/\2>)/gs, "$1")
    .replaceAll(/sha256-[^']+/g, "sha256-…")
    .replaceAll(/<svg class="(icon[^"]*)"[^>]*><path d="(.{9}).*?<\/svg>/g, "<$1 $2>")
    .replaceAll(/(?<=>)(?=<(?!\/|icon|span class="\w"))/g, "\n");

/** The content of a page, without the frame that all of them have. */
const contentOf = (page: string) => /<main\b.*<\/main>/s.exec(page)?.[0] ?? page;

function catalogue(files: ReadonlyMap<string, string>, whole: string, others: readonly string[]) {
  const texts = others.map((path) => [path, contentOf(files.get(path) ?? "")]);
  const paths = [...files.keys()].filter((path) => !path.startsWith("guides/")).join("\n");
  const all = [["files", paths], [whole, files.get(whole) ?? ""], ...texts];
  return all.map(([path, text = ""]) => `## ${path}\n\n${linesOf(text)}\n`).join("\n");
}

test("the catalogue of pages of documents", async () => {
  const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");
  const parcels = join(import.meta.dirname, "fixtures/parcels.yaml");
  const files = await renderDocuments({ specs: [parcels, museum], url: "https://docs.example/" });
  const pages = ["postParcels", "parcels-show", "note"].map((name) => `operations/${name}.html`);
  const texts = [...files.keys()].filter((path) =>
    /^operations\/(?:createS|note|track|.*arcels).*\.md$/.test(path),
  );
  const site = ["assets/search.js", "index.html", "404.html", "llms.txt", "robots.txt"];
  const others = [...pages, ...texts, ...site, "sitemap.xml"];
  const all = catalogue(files, "operations/track.html", others);
  await expect(all).toMatchFileSnapshot("catalogue/documents.txt");
});

test("the catalogue of pages of this repository", async () => {
  const { spec, guides, remove } = await writeSmallSources();
  onTestFinished(remove);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("CHAINKIT_DOCS_URL", "https://docs.example/a&b/");
  const files = await renderSite({ spec, guides });
  const others = ["index.md", "reference.html", "guides/quick-start.html", "llms.txt"];
  const operations = ["getFourth.html", "putFourth.md"].map((name) => `operations/${name}`);
  const all = catalogue(files, "index.html", [...others, ...operations]);
  await expect(all).toMatchFileSnapshot("catalogue/site.txt");
});
