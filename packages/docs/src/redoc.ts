import type { Operation } from "@chainkit/openapi";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { prepareApiDocs, RedoclyApiDocsStandalone, ServerStyleSheet } from "redoc";
import type { AreaReference } from "./document.ts";

/** What Redoc makes of a document. */
export interface RedocParts {
  /** Style sheet. */
  readonly styles: string;
  /** HTML of all operations, which needs no script. */
  readonly body: string;
}

/** Part of Redoc's model of a page: an operation, a section of it, a panel beside it, or what they contain. */
interface Part {
  link?: string;
  routeSlug?: string;
  readonly content?: { readonly meta?: { readonly pointer?: string }; children: Part[] };
  items?: Part[];
  readonly children?: readonly Part[];
  readonly panels?: readonly Part[];
  /** End of the link to a section. */
  readonly deepLinkSuffix?: string;
  /** Responses of an operation. */
  readonly responses?: readonly Response[];
  /** Examples of them, in the panel. */
  readonly responseCodes?: readonly { readonly code: string }[];
}

interface Response {
  readonly code: string;
  readonly schemaId?: string | undefined;
  readonly mediaTypeContent?: unknown;
}

/**
 * Renders a document with Redoc, without scripts.
 *
 * @throws Error if Redoc cannot read the document.
 */
export async function renderRedoc({
  name,
  document,
  operations,
}: AreaReference): Promise<RedocParts> {
  const languages = operations.flatMap(({ samples: [first] }) => first?.lang ?? []);
  const model = await prepareApiDocs({
    spec: { ...document },
    options: {
      skipBundle: true,
      // Others are hidden.
      codeSamples: { languages: [...new Set(languages)].map((lang) => ({ lang })) },
      downloadUrls: [
        { title: "OpenAPI (YAML)", url: `bundles/${name}.yaml` },
        { title: "OpenAPI (JSON)", url: `bundles/${name}.json` },
      ],
    },
  });
  const anchors = new Map(
    operations.map(({ operation, redocPage }) => [
      pointerOf(operation),
      redocPage.split("#")[1] ?? "",
    ]),
  );
  for (const item of model.items as unknown as Part[]) {
    adapt(item, anchors);
  }
  const telemetryConfig = { disabled: true };
  const page = { ...model, basePath: "/", telemetryConfig };
  const sheet = new ServerStyleSheet();
  const body = renderToString(sheet.collectStyles(createElement(RedoclyApiDocsStandalone, page)));
  const styles = sheet.getStyleTags().replaceAll(/<\/?style\b[^>]*>|@font-face\{[^}]*\}/g, "");
  return { styles: withSystemScheme(styles), body: withoutScripts(body, styles) };
}

/**
 * Changes an item of Redoc's model, and those within it: an operation has its anchor, once even if it has several tags,
 * and a section per response, for which Redoc has tabs that need a script.
 */
function adapt(item: Part, anchors: Map<string, string>): void {
  const { content, items = [] } = item;
  const anchor = anchors.get(content?.meta?.pointer ?? "");
  if (content && anchor) {
    item.link = `/${decodeURIComponent(anchor)}`;
    item.routeSlug = item.link;
    anchors.set(content.meta?.pointer ?? "", "");
  }
  if (content) {
    // The panel of a tag has the first of its operations; the navigation has all.
    const sections = content.children.map((part) => (item.items ? { ...part, panels: [] } : part));
    content.children = sections.flatMap(sectionsOf);
  }
  item.items = items.filter((each) => anchors.get(each.content?.meta?.pointer ?? "") !== "");
  for (const each of item.items) {
    adapt(each, anchors);
  }
}

function pointerOf({ path, method }: Operation): string {
  const name = path.replaceAll("~", "~0").replaceAll("/", "~1");
  return `/paths/${name}/${method.toLowerCase()}`;
}

function sectionsOf(section: Part): Part[] {
  const responses = section.children?.flatMap((part) => part.responses ?? []) ?? [];
  if (responses.length === 0) {
    return [section];
  }
  return responses.map((response, at) => {
    // Errors have the same fields, and five tables of them would hide the rest.
    const alike = responses
      .slice(0, at)
      .find(({ schemaId }) => schemaId && schemaId === response.schemaId);
    return onlyOf(section, response, alike);
  });
}

/** A section, or a part of it, with one response only. */
function onlyOf(part: Part, response: Response, alike: Response | undefined): Part {
  const { code } = response;
  const parts = (list: readonly Part[] = []) => list.map((each) => onlyOf(each, response, alike));
  if (part.deepLinkSuffix) {
    const label = `Response ${code}${alike ? `, with the fields of ${alike.code}` : ""}`;
    const own = { label, labelTranslationKey: undefined, deepLinkSuffix: `responses/${code}` };
    return { ...part, ...own };
  }
  if (part.responses) {
    const shown = alike ? { schemaId: undefined, mediaTypeContent: undefined } : {};
    return { ...part, responses: [{ ...response, ...shown }] };
  }
  if (part.responseCodes) {
    return { ...part, responseCodes: part.responseCodes.filter((each) => each.code === code) };
  }
  return {
    ...part,
    ...(part.children ? { children: parts(part.children) } : {}),
    ...(part.panels ? { panels: parts(part.panels) } : {}),
  };
}

/** Makes what is dark by choice dark by the setting of the system as well. */
function withSystemScheme(styles: string): string {
  const dark = styles.match(/^:root\.dark[^{]*\{[^}]*\}/gm) ?? [];
  const rules = dark.join("").replaceAll(":root.dark", ":root:not(.light)");
  return `${styles}\n@media (prefers-color-scheme: dark) {\n${rules}\n}\n`;
}

/** Removes what needs a script, makes links those of the page, and leaves out most of what names no style. */
function withoutScripts(body: string, styles: string): string {
  const styled = new Set(styles.match(/(?<=\.)sc-[\w-]+|(?<=data-component-name=.)[\w/]+/g));
  return (
    body
      .replaceAll(/<!-- -->|<script\b.*?<\/script>/gs, "")
      .replaceAll(/<button [^>]*button-variant-(?:text|link)[^>]*>.*?<\/button>/gs, "")
      // What remains are labels.
      .replaceAll(/<button [^>]*?( class="[^"]*")?>/g, "<span$1>")
      .replaceAll("</button>", "</span>")
      .replaceAll(
        /<select [^>]*?( class="[^"]*").*?<option[^>]* selected[^>]*>(.*?)<.*?<\/select>/gs,
        "<span$1>$2</span>",
      )
      // A style replaces the icon of each link, a third of a large page.
      .replaceAll(/<svg data-component-name="icons\/LinkIcon\/.*?<\/svg>/g, "")
      .replaceAll(/ data-(?:component-name|discover)="([^"]*)"/g, (text, name) =>
        styled.has(name) ? text : "",
      )
      .replaceAll(/ class="([^"]*)"/g, (_, names: string) => {
        const kept = names.split(" ").filter((name) => !name.startsWith("sc-") || styled.has(name));
        return ` class="${kept.join(" ")}"`;
      })
      .replaceAll(/ href="\/(?:[^"#]*#)?/g, ' href="#')
      // An operation is a second level, and its parts begin at the fourth.
      .replaceAll(/<h([45]) /g, (tag, level) => `${tag}aria-level="${Number(level) - 1}" `)
  );
}
