import {
  type OpenApiDocument,
  type Operation,
  type Response,
  successesOf,
} from "@chainkit/openapi";
import { constraintsText, type Field, fieldsOf, MAX_NESTED_OF_ERROR, typeText } from "./fields.ts";
import { html } from "./html.ts";
import { icon } from "./icon.ts";

/** What the fields of an operation are rendered with. */
interface Context {
  /** The document in which references of schemas lead somewhere. */
  readonly document: OpenApiDocument;
  readonly markdown: (text: string) => string;
}

/** Titles of the places of parameters, in the order in which they are shown. */
const PLACES = {
  path: "Path parameters",
  query: "Query parameters",
  header: "Headers",
  cookie: "Cookies",
} as const;

/** Renders the parameters of an operation, a section per place. */
export function parametersHtml({ parameters }: Operation, context: Context): string {
  const sections = Object.entries(PLACES).flatMap(([place, title]) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    const items = own.map(({ schema, ...parameter }) => {
      const type = typeText(context.document, schema);
      return item({ ...parameter, type, limits: constraintsText(schema) }, context);
    });
    return items.length === 0 ? [] : [{ place, title, items }];
  });
  return sections
    .map(({ place, title, items }, at) => {
      // The search leads to `#parameters`.
      const id = at === 0 ? "parameters" : `${place}-parameters`;
      return `<h2 id="${id}">${title}</h2>\n${list(items)}`;
    })
    .join("");
}

/** Renders the fields of the request body. */
export function bodyHtml({ body }: Operation, context: Context): string {
  const fields = bodyFields(body?.sent?.schema, context);
  return fields === "" ? "" : `<h2 id="request-body">Request body</h2>\n${fields}`;
}

/** Renders the fields and headers of the successful responses. */
export function successHtml({ responses }: Operation, context: Context): string {
  return successesOf(responses)
    .map(({ status, description, media: [body], headers }, at) => {
      const id = at === 0 ? "responses" : `response-${status}`;
      const type = body
        ? `<p class="limits">Content type: <code>${html(body.type)}</code></p>`
        : "";
      return `<h2 id="${id}">Response <span class="badge ok">${html(status)}</span></h2>
${context.markdown(description)}${headersHtml(headers, context)}${type}${bodyFields(body?.schema, context)}`;
    })
    .join("");
}

function headersHtml(headers: Response["headers"], context: Context): string {
  const items = headers.map(({ name, schema, node }) => {
    const type = typeText(context.document, schema);
    return item({ name, type, description: String(node.description ?? "") }, context);
  });
  const label = count(items.length, "header");
  return items.length === 0 ? "" : `<div class="fields">${fold(label, list(items), false)}</div>`;
}

/** Renders the errors of an operation, and once the fields that their bodies share. */
export function errorsHtml({ responses }: Operation, context: Context): string {
  const successes = successesOf(responses);
  const errors = responses.filter((response) => !successes.includes(response));
  if (errors.length === 0) {
    return "";
  }
  const bodies = new Map<string, string[]>();
  for (const { status, media } of errors) {
    const fields = bodyFields(media[0]?.schema, context, MAX_NESTED_OF_ERROR);
    bodies.set(fields, [...(bodies.get(fields) ?? []), status]);
  }
  bodies.delete("");
  const folds = [...bodies].map(([fields, statuses]) => {
    const label = bodies.size === 1 ? "Fields of the body" : `Fields of ${statuses.join(", ")}`;
    return fold(label, fields, false);
  });
  const items = errors.map(({ status, description, headers }) => {
    const names = headers.map(({ name }) => `<code>${html(name)}</code>`);
    const kind = status === "429" ? "warn" : "bad";
    const note = names.length > 0 ? `<small>Header ${names.join(", ")}</small>` : "";
    return `<li id="status-${html(status)}"><span class="badge ${kind}">${html(status)}</span><div>${inline(description, context)}${note}</div></li>`;
  });
  return `<h2 id="errors">Errors</h2>\n<ul class="statuses">${items.join("")}</ul>\n<div class="fields">${folds.join("")}</div>`;
}

function bodyFields(schema: unknown, context: Context, maxNested?: number): string {
  return fieldList(fieldsOf(context.document, schema, maxNested), context);
}

function fieldList(fields: readonly Field[], context: Context, depth = 0): string {
  const items = fields.map((field) => {
    const { key, type, required, description, constraints, fields: own } = field;
    const label = `${count(own.length, "field")}${type.startsWith("array") ? " of each entry" : ""}`;
    const below =
      own.length > 0 ? fold(label, fieldList(own, context, depth + 1), depth === 0) : "";
    return item({ name: key, type, required, description, limits: constraints }, context, below);
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

function item(own: Item, context: Context, below = ""): string {
  const { name, type, required, description, limits } = own;
  const badge = required ? '<span class="required">required</span>' : "";
  const text = description ? `<p>${inline(description, context)}</p>` : "";
  const small = limits ? `<p class="limits">${inline(limits, context)}</p>` : "";
  return `<li><div class="name"><code>${html(name)}</code> <span class="badge type">${html(type)}</span>${badge}</div>${text}${small}${below}</li>`;
}

function list(items: readonly string[]): string {
  return `<ul class="fields">${items.join("")}</ul>`;
}

function fold(label: string, content: string, isOpen: boolean): string {
  return `<details${isOpen ? " open" : ""}><summary>${icon("chevron")}${html(label)}</summary>${content}</details>`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Renders a description that stands within a paragraph. */
function inline(text: string, { markdown }: Context): string {
  return markdown(text)
    .trim()
    .replace(/^<p>|<\/p>$/g, "")
    .replaceAll("</p>\n<p>", "<br>");
}
