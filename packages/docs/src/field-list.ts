import {
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  successesOf,
} from "@chainkit/openapi";
import { constraintsText, type Field, fieldsOf, MAX_NESTED_OF_ERROR, typeText } from "./fields.ts";
import { html } from "./html.ts";
import { icon } from "./icon.ts";

type Markdown = (text: string) => string;

/** Titles of the places of parameters, in the order in which they are shown. */
const PLACES = {
  path: "Path parameters",
  query: "Query parameters",
  header: "Headers",
  cookie: "Cookies",
} as const;

/** Renders the parameters of an operation, a section per place. */
export function parametersHtml(
  { parameters }: Operation,
  document: OpenApiDocument,
  markdown: Markdown,
): string {
  const sections = Object.entries(PLACES).flatMap(([place, title]) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    return own.length === 0 ? [] : [{ place, title, own }];
  });
  return sections
    .map(({ place, title, own }, at) => {
      // The search leads to `#parameters`.
      const id = at === 0 ? "parameters" : `${place}-parameters`;
      return `<h2 id="${id}">${title}</h2>\n${list(own.map((parameter) => parameterHtml(parameter, document, markdown)))}`;
    })
    .join("\n");
}

function parameterHtml(
  { name, required, schema, description }: Parameter,
  document: OpenApiDocument,
  markdown: Markdown,
): string {
  const type = typeText(document, schema);
  const limits = constraintsText(schema);
  return item({ name, type, required, description, limits }, markdown);
}

/** Renders the fields of the request body. */
export function bodyHtml(
  { body }: Operation,
  document: OpenApiDocument,
  markdown: Markdown,
): string {
  const fields = body?.sent?.schema ? fieldsOf(document, body.sent.schema) : [];
  return fields.length === 0
    ? ""
    : `<h2 id="request-body">Request body</h2>\n${fieldList(fields, markdown)}`;
}

/** Renders the fields and headers of the successful responses. */
export function successHtml(
  { responses }: Operation,
  document: OpenApiDocument,
  markdown: Markdown,
): string {
  return successesOf(responses)
    .map((response, at) => {
      const { status, description, media } = response;
      const id = at === 0 ? "responses" : `response-${status}`;
      const [body] = media;
      const fields = body?.schema ? fieldsOf(document, body.schema) : [];
      const type = body
        ? `<p class="limits">Content type: <code>${html(body.type)}</code></p>`
        : "";
      return `<h2 id="${id}">Response <span class="badge ok">${html(status)}</span></h2>
${markdown(description)}${headersHtml(response, document, markdown)}${type}${fieldList(fields, markdown)}`;
    })
    .join("\n");
}

function headersHtml({ headers }: Response, document: OpenApiDocument, markdown: Markdown): string {
  const items = headers.map(({ name, schema, node }) =>
    item(
      { name, type: typeText(document, schema), description: String(node.description ?? "") },
      markdown,
    ),
  );
  const label = count(items.length, "header");
  return items.length === 0 ? "" : `<div class="fields">${fold(label, list(items), false)}</div>`;
}

/** Renders the errors of an operation, and once the fields that their bodies share. */
export function errorsHtml(
  { responses }: Operation,
  document: OpenApiDocument,
  markdown: Markdown,
): string {
  const successes = successesOf(responses);
  const errors = responses.filter((response) => !successes.includes(response));
  if (errors.length === 0) {
    return "";
  }
  const bodies = new Map<string, string[]>();
  for (const { status, media } of errors) {
    const fields = media[0]?.schema ? fieldsOf(document, media[0].schema, MAX_NESTED_OF_ERROR) : [];
    const text = fieldList(fields, markdown);
    bodies.set(text, [...(bodies.get(text) ?? []), status]);
  }
  bodies.delete("");
  const folds = [...bodies].map(([text, statuses]) =>
    fold(
      bodies.size === 1 ? "Fields of the body" : `Fields of ${statuses.join(", ")}`,
      text,
      false,
    ),
  );
  const items = errors.map(({ status, description, headers }) => {
    const names = headers.map(({ name }) => `<code>${html(name)}</code>`);
    const kind = status === "429" ? "warn" : "bad";
    const note = names.length > 0 ? `<small>Header ${names.join(", ")}</small>` : "";
    return `<li id="status-${html(status)}"><span class="badge ${kind}">${html(status)}</span><div>${inline(description, markdown)}${note}</div></li>`;
  });
  return `<h2 id="errors">Errors</h2>\n<ul class="statuses">${items.join("")}</ul>\n<div class="fields">${folds.join("")}</div>`;
}

function fieldList(fields: readonly Field[], markdown: Markdown, depth = 0): string {
  const items = fields.map((field) => {
    const { key, type, required, description, constraints, fields: own } = field;
    const label = `${count(own.length, "field")}${type.startsWith("array") ? " of each entry" : ""}`;
    const below =
      own.length > 0 ? fold(label, fieldList(own, markdown, depth + 1), depth === 0) : "";
    return item({ name: key, type, required, description, limits: constraints }, markdown, below);
  });
  return items.length === 0 ? "" : list(items);
}

interface Item {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  readonly description: string;
  readonly limits?: string;
}

function item(
  { name, type, required, description, limits }: Item,
  markdown: Markdown,
  below = "",
): string {
  const badge = required ? '<span class="required">required</span>' : "";
  const text = description.trim() ? `<p>${inline(description, markdown)}</p>` : "";
  const small = limits ? `<p class="limits">${inline(limits, markdown)}</p>` : "";
  return `<li><div class="name"><code>${html(name)}</code> <span class="badge type">${html(type)}</span>${badge}</div>${text}${small}${below}</li>`;
}

function list(items: readonly string[]): string {
  return `<ul class="fields">${items.join("\n")}</ul>`;
}

function fold(label: string, content: string, isOpen: boolean): string {
  return `<details${isOpen ? " open" : ""}><summary>${icon("chevron")}${html(label)}</summary>${content}</details>`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Renders a description that stands within a paragraph. */
function inline(text: string, markdown: Markdown): string {
  return markdown(text)
    .trim()
    .replace(/^<p>/, "")
    .replace(/<\/p>$/, "")
    .replaceAll("</p>\n<p>", "<br>");
}
