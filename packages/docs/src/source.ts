import { existsSync } from "node:fs";
import { join } from "node:path/posix";
import { repositoryRoot } from "@chainkit/spec";
import manifest from "../../../package.json" with { type: "json" };
import type { AreaReference } from "./document.ts";
import { rootOf } from "./frame.ts";
import { type Rendered, renderMarkdown } from "./markdown.ts";
import type { Source } from "./page.ts";

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");

/** Whether the repository has an owner yet; until then, links that edit a page would lead nowhere. */
const isPublished = !repository.includes("/OWNER/");

/** Address of the repository, where questions and bugs go; undefined while it has no owner. */
export const supportUrl: string | undefined = isPublished ? `${repository}/issues` : undefined;

/** URL where a file of the repository is edited; undefined while the repository has no owner. */
export function editUrl(file: string): string | undefined {
  return isPublished ? `${repository}/edit/main/${file}` : undefined;
}

/** Renders a source; its links lead to the pages of other sources, or to the repository. */
export function renderSource(
  { file, path, text }: Source,
  sources: readonly Source[],
  areas: readonly AreaReference[],
): Rendered {
  const root = rootOf(path);
  const operations = areas.flatMap((area) => area.operations);
  return renderMarkdown(text, {
    operation: (id) => {
      const operation = operations.find((candidate) => candidate.id === id);
      return operation && root + operation.page;
    },
    link: (href) => {
      const [linked = "", anchor] = href.split("#");
      if (linked.endsWith(".html")) {
        return href;
      }
      const target = join(file, "..", linked);
      const source = sources.find((candidate) => candidate.file === target);
      const other = otherFile(file, target);
      if (other !== undefined) {
        return other;
      }
      if (!source) {
        const line = text.slice(0, text.indexOf(`](${href}`)).split("\n").length;
        throw new Error(`${file}:${line} links to ${href}, which is not a page of the site`);
      }
      const page = `${root}${source.path}.html`;
      return anchor === undefined ? page : `${page}#${anchor}`;
    },
  });
}

/** Address of a package's README in the repository, and of other files that the benchmarks link to. */
function otherFile(file: string, target: string): string | undefined {
  const isShown = file.startsWith("tools/") || /^packages\/[\w-]+\/README\.md$/.test(target);
  return isShown && existsSync(join(repositoryRoot, target))
    ? `${repository}/blob/main/${target}`
    : undefined;
}

/** Rewrites links between sources to links between published Markdown files. */
export function publishedLinks({ file, path, text }: Source, sources: readonly Source[]): string {
  const root = rootOf(path);
  return text
    .replaceAll(/(?<=\]\()(?!\w+:)([^)#\s]+)/g, (href) => {
      const target = join(file, "..", href);
      const source = sources.find((candidate) => candidate.file === target);
      return source ? `${root}${source.path}.md` : (otherFile(file, target) ?? href);
    })
    .replaceAll(/(?<=\]\((?:\.\.\/)*open-questions)\.html/g, ".md");
}
