import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, onTestFinished, test, vi } from "vitest";
import { renderDocuments } from "../src/documents/site.ts";
import { renderSite } from "../src/site.ts";
import { writeSmallSources } from "./site.ts";

/** An element a line, without what scripts and styles hold. */
const linesOf = (page: string) =>
  page
    .replaceAll(/(<(script|style)\b[^>]*>).*?(?=<\/\2>)/gs, "$1")
    .replaceAll(/sha256-[^']+/g, "sha256-…")
    .replaceAll(/(?<=>)(?=<[^/])/g, "\n");

/** The content of a page, without the frame that all of them have. */
const contentOf = (page: string) => /<main\b.*<\/main>/s.exec(page)?.[0] ?? page;

function catalogue(files: ReadonlyMap<string, string>, whole: string, others: readonly string[]) {
  const texts = others.map((path) => [path, contentOf(files.get(path) ?? "")]);
  const all = [[whole, files.get(whole) ?? ""], ...texts];
  return all.map(([path, text = ""]) => `## ${path}\n\n${linesOf(text)}\n`).join("\n");
}

test("the catalogue of pages of documents", async () => {
  const museum = join(repositoryRoot, "packages/openapi/test/documents/museum.yaml");
  const parcels = join(import.meta.dirname, "fixtures/parcels.yaml");
  const files = await renderDocuments({ specs: [museum, parcels], url: "https://docs.example/" });
  const pages = ["createSpecialEvent", "postParcels", "parcels-show"].flatMap((name) => [
    `operations/${name}.html`,
    `operations/${name}.md`,
  ]);
  const others = ["index.html", "404.html", "llms.txt", "robots.txt", "assets/search.js"];
  const all = catalogue(files, "operations/listSpecialEvents.html", [...pages, ...others]);
  await expect(all).toMatchFileSnapshot("catalogue/documents.txt");
});

test("the catalogue of pages of this repository", async () => {
  const { spec, guides, remove } = await writeSmallSources();
  onTestFinished(remove);
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("CHAINKIT_DOCS_URL", "https://docs.example/api/");
  const files = await renderSite({ spec, guides });
  const others = ["reference.html", "guides/quick-start.html", "operations/getFourth.html"];
  const all = catalogue(files, "index.html", [...others, "operations/putFourth.md", "llms.txt"]);
  await expect(all).toMatchFileSnapshot("catalogue/site.txt");
});
