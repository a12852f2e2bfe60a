import type { AreaReference, OperationReference } from "./document.ts";
import { html } from "./html.ts";
import type { Page } from "./layout.ts";
import type { Rendered } from "./markdown.ts";
import { operationText } from "./operation-text.ts";
import { page, type Source } from "./source.ts";

/** Builds the static page of an operation, with what its samples and console need to know of it. */
export function operationPage(
  area: AreaReference,
  reference: OperationReference,
  render: (source: Source) => Rendered,
): { source: Source; page: Page } {
  const { id, page: path, operation, examples } = reference;
  const source = {
    file: `packages/docs/operations/${id}.md`,
    path: path.replace(/\.html$/, ""),
    text: operationText(reference, area.published),
    edited: `spec/${area.name}.yaml`,
  };
  const rendered = page(source, render(source));
  const isConsole = operation.method === "GET";
  const call = {
    path: operation.path,
    auth: operation.auth,
    parameters: operation.parameters.map(({ name, in: place, required, example }) => ({
      name,
      in: place,
      required,
      example,
    })),
  };
  const data = [
    `data-operation="${html(id)}" data-examples="${html(JSON.stringify(examples))}"`,
    ...(isConsole ? [`data-call="${html(JSON.stringify(call))}"`] : []),
  ].join(" ");
  const above = `<p class="crumbs"><a href="../${html(encodeURIComponent(area.name))}.html">${html(area.document.info.title)}</a> / <code>${html(id)}</code></p>`;
  const body = `<article ${data}>\n${rendered.body}\n</article>`;
  return { source, page: { ...rendered, above, body, console: isConsole } };
}
