import { basename } from "node:path/posix";
import { type Operation, successesOf } from "@chainkit/openapi";
import type { Call } from "./client/call.ts";
import { copyButton, panelOf, tabbedCode } from "./code.ts";
import { consoleHtml } from "./console-form.ts";
import type { AreaReference, OperationReference } from "./document.ts";
import { leftOutNote, originNote } from "./document.ts";
import { bodyHtml, errorsHtml, parametersHtml, successHtml } from "./field-list.ts";
import { crumbs, verb } from "./frame.ts";
import { html } from "./html.ts";
import { icon } from "./icon.ts";
import { markdownButtons, type Page } from "./layout.ts";
import type { Rendered } from "./markdown.ts";
import { operationText } from "./operation-text.ts";
import { page, type Source } from "./page.ts";

/** Builds the static page of an operation: its text, and beside it samples, console and responses. */
export function operationPage(
  area: AreaReference,
  reference: OperationReference,
  areas: readonly AreaReference[],
  render: (source: Source) => Rendered,
): { source: Source; page: Page } {
  const { id, page: path, operation, examples } = reference;
  const source = {
    file: `packages/docs/${path.replace(/\.html$/, ".md")}`,
    path: path.replace(/\.html$/, ""),
    text: operationText(reference, area.published),
    edit: area.edit,
  };
  const rendered = page(source, render(source));
  const markdown = (text: string) => render({ ...source, text }).body;
  const call = callOf(operation, area);
  const data = `data-operation="${html(id)}" data-examples="${html(JSON.stringify(examples))}" data-call="${html(JSON.stringify(call))}"`;
  const body = `<article class="op" ${data}>
<header>${crumbs([
    ["Reference"],
    [area.document.info.title, `../${encodeURIComponent(area.name)}.html`],
    [id],
  ])}
<h1>${html(reference.summary)}</h1>
<p class="toolbar"><span class="badges">${badges(operation)}</span><a class="button narrow-only" href="#try">${icon("play")}Try it</a>${markdownButtons(`${basename(source.path)}.md`)}</p>
</header>
<div class="text">
${textHtml(reference, area, markdown)}
</div>
<div class="rail">
${tabbedCode("samples", "Language of the sample", reference.samples.map(panelOf))}${consoleHtml(operation, areas)}${responsesHtml(operation)}
</div>
</article>`;
  return {
    source,
    page: { ...rendered, body, kind: "operation", baseUrl: area.baseUrl },
  };
}

/** What the console needs to send a request. */
function callOf(
  { method, path, auth, security, parameters, body }: Operation,
  { isSameOrigin }: AreaReference,
): Call {
  const [schemes = []] = security.filter((each) => each.length > 0);
  return {
    method,
    path,
    auth,
    // Tokens that an operation requires do not belong in web pages.
    ...(isSameOrigin && auth === "required" ? { isSameOrigin } : {}),
    credentials: schemes.map(({ credential }) => credential),
    parameters: parameters.map(({ name, in: place, explode, schema }) => ({
      name,
      in: place,
      ...(explode && schema.type === "array" ? { isRepeated: true } : {}),
    })),
    ...(body?.sent ? { body: { type: body.sent.type, format: body.format } } : {}),
  };
}

function badges({ auth, pagination, idempotent }: Operation): string {
  const badge = (text: string, kind = "") => `<span class="badge${kind}">${text}</span>`;
  const token = { required: "token required", optional: "token optional", none: "no token" }[auth];
  return [
    badge(token),
    ...(pagination ? [badge("paginated")] : []),
    idempotent
      ? badge(`${icon("check")}safe to retry`, " ok")
      : badge("not safe to retry", " warn"),
  ].join("");
}

function textHtml(
  reference: OperationReference,
  { published }: AreaReference,
  markdown: (text: string) => string,
): string {
  const { operation, guides } = reference;
  const { method, path, description } = operation;
  const context = { document: published, markdown };
  const links = guides.map(
    ([name, title]) => `<li><a href="../guides/${name}.html">${html(title)}</a></li>`,
  );
  return [
    `<div class="endpoint">${verb(method)} <code>${html(path)}</code>${copyButton("Copy the path", path)}</div>`,
    markdown(description).replace("<p>", '<p class="lead">'),
    markdown(leftOutNote(operation)),
    parametersHtml(operation, context),
    bodyHtml(operation, context),
    successHtml(operation, context),
    markdown(originNote(operation, "../")),
    errorsHtml(operation, context),
    links.length === 0 ? "" : `<h2 id="guides">Guides</h2><ul>${links.join("")}</ul>`,
  ]
    .filter(Boolean)
    .join("");
}

/** A tab per status with an example; a script adds one for the last call of the console. */
function responsesHtml({ responses }: Operation): string {
  const successes = successesOf(responses);
  const ordered = [...successes, ...responses.filter((response) => !successes.includes(response))];
  const panels = ordered.flatMap(({ status, media: [media] }) =>
    media?.example === undefined
      ? []
      : [{ label: status, language: "json", code: JSON.stringify(media.example, null, 2) }],
  );
  return tabbedCode("examples", "Status of the response", panels);
}
