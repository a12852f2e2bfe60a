import type { Entry } from "./client/entry.ts";
import type { AreaReference, OperationReference } from "./document.ts";
import { fieldsOf, withNested } from "./fields.ts";
import { textOf } from "./html.ts";
import type { Page } from "./layout.ts";
import { SEARCH_TOPICS } from "./search-topics.ts";

/** Builds the search index: areas, operations, parameters, fields, and page sections. */
export function searchEntries(areas: readonly AreaReference[], pages: readonly Page[]): Entry[] {
  const textPages = pages.filter(({ path }) => !path.startsWith("operations/"));
  return [...areas.flatMap(areaEntries), ...textPages.flatMap(pageEntries)];
}

function areaEntries(area: AreaReference): Entry[] {
  const { name, document, operations } = area;
  const { title, summary = "", description = "" } = document.info;
  return [
    {
      kind: "Operations",
      title,
      group: "API",
      href: `${encodeURIComponent(name)}.html`,
      names: name,
      text: `${summary} ${description}`,
    },
    ...operations.map(operationEntry),
    ...unlikeEntries(operations.flatMap((operation) => fieldEntries(operation, area))),
  ];
}

function operationEntry({ areaTitle, operation, id, summary, page }: OperationReference): Entry {
  const { method, path, description, responses, parameters } = operation;
  const errors = responses.map((response) => `${response.status} ${response.description}`);
  return {
    kind: "Operations",
    title: summary,
    group: `${areaTitle} · ${id}`,
    href: page,
    names: [id, ...parameters.map(({ name }) => name)].join(" "),
    text: `${method} ${path} ${description} ${errors.join(" ")}`,
  };
}

/** Leaves out what an operation has in common with one before: a schema is in the bodies of many. */
function unlikeEntries(entries: readonly Entry[]): Entry[] {
  const unlike = new Map<string, Entry>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.title, entry.names, entry.text]);
    unlike.set(key, unlike.get(key) ?? entry);
  }
  return [...unlike.values()];
}

/** Entries for parameters and for fields of request bodies and successful responses. */
function fieldEntries({ operation, id, page }: OperationReference, area: AreaReference): Entry[] {
  const { parameters, body, responses } = operation;
  const success = responses.filter(({ status }) => status.startsWith("2"));
  const schemas = [
    body?.json?.schema,
    ...success.flatMap(({ media }) => media.map(({ schema }) => schema)),
  ];
  const fields = schemas.flatMap((schema) => withNested(fieldsOf(area.published, schema)));
  const entry = (what: "Parameter" | "Field", title: string, values: readonly unknown[] = []) => ({
    kind: "Fields and parameters" as const,
    title,
    group: `${what} of ${id}`,
    href: `${page}#${what === "Parameter" ? "parameters" : "responses"}`,
    names: values.map(String).join(" "),
  });
  return [
    ...parameters.map(({ name, schema, description: text }) => ({
      ...entry("Parameter", name, schema.enum),
      text,
    })),
    ...fields.map((field) => ({
      ...entry("Field", field.key, field.enum),
      text: field.description,
    })),
  ];
}

/** Entries for the sections of a page. */
function pageEntries({ path, title, body, headings = [] }: Page): Entry[] {
  const isGuide = path.startsWith("guides/") || path === "index.html";
  const kind = isGuide ? "Guides" : "Project";
  const parts = body.split(/(?=<h[23] id=)/);
  return parts.flatMap((part, at) => {
    const [, id] = /^<h[23] id="([^"]*)"/.exec(part) ?? [];
    const heading = headings.find((each) => each.id === id);
    const text = textOf(heading ? part.replace(/^.*?<\/h[23]>/s, "") : part);
    if (!heading && at > 0) {
      return [];
    }
    const href = heading ? `${path}#${heading.id}` : path;
    const { [path]: topics } = heading ? {} : SEARCH_TOPICS;
    const entry = {
      kind,
      title: heading?.text ?? title,
      group: heading ? title : "",
      href,
      names: "",
      text,
    } as const;
    return [{ ...entry, ...(topics ? { topics } : {}) }];
  });
}
