import { type OpenApiDocument, type Operation, readOperations } from "@chainkit/openapi";
import { operationPage } from "@chainkit/spec/docs-page";
import type { Sample } from "./samples/samples.ts";

/** Reference of an area: its document, prepared for Redoc, and its operations. */
export interface AreaReference {
  readonly name: string;
  /** The bundled document as published, without the additions for Redoc. */
  readonly published: OpenApiDocument;
  readonly document: RedocDocument;
  /** URL where the document is edited. */
  readonly edit?: string | undefined;
  /** Base URL of its samples. Default: that of the site. */
  readonly baseUrl?: string;
  /** Whether its service accepts operations that require a token only from pages of its own origin. */
  readonly isSameOrigin?: boolean;
  readonly operations: readonly OperationReference[];
}

/** Operations that Redoc shows on one page: a page of more takes minutes to make, and seconds to open. */
const MAX_ON_ONE_PAGE = 100;

/** Whether the page of an area is made by Redoc and has all of it, or else lists its operations. */
export function hasRedoc({ operations }: Pick<AreaReference, "operations">): boolean {
  return operations.length <= MAX_ON_ONE_PAGE;
}

/** Parts of an OpenAPI document that the pages read or extend. */
interface RedocDocument {
  readonly info: Node & { title: string; version: string; summary?: string };
  readonly servers?: Server[];
}

/** Guide related to an operation, as name and title. */
export type RelatedGuide = readonly [name: string, title: string];

/** Reference of an operation. */
export interface OperationReference {
  readonly area: string;
  readonly areaTitle: string;
  readonly operation: Operation;
  readonly id: string;
  readonly summary: string;
  readonly samples: readonly Sample[];
  /** Parameter values used in the samples, by parameter name. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** Link to the operation on the area's Redoc page, relative to the root of the site. */
  readonly redocPage: string;
  /** Path of the static page, relative to the root of the site. */
  readonly page: string;
  readonly guides: readonly RelatedGuide[];
}

interface Node {
  description?: string;
  operationId?: string;
  "x-codeSamples"?: { lang: string; source: string }[];
  readonly [key: string]: unknown;
}

interface Server {
  url: string;
  readonly variables?: Readonly<Record<string, { default: string }>>;
}

/** What a site adds to the operations of a document. */
export interface Additions {
  /** Returns the samples of an operation, by the URL of the first server. */
  readonly samples: (operation: Operation, origin: string) => Promise<Sample[]>;
  readonly guides: (operation: Operation) => RelatedGuide[];
  /** Returns the name of an operation's page, without folder and extension. */
  readonly pageName: (id: string) => string;
}

/**
 * Reads the operations of a document and extends it for Redoc with code samples, method name, authentication,
 * retry safety, and a note on responses that chainkit defines.
 *
 * @throws Error if a reference does not resolve.
 */
export async function referenceOf(
  name: string,
  bundle: OpenApiDocument,
  { samples, guides, pageName }: Additions,
): Promise<AreaReference> {
  const published = structuredClone(bundle);
  const document = bundle as unknown as RedocDocument;
  const origin = resolveServers(document);
  const operations = await Promise.all(
    readOperations(bundle).map(async (operation): Promise<OperationReference> => {
      const { id } = operation;
      const file = pageName(id);
      const reference = {
        area: name,
        areaTitle: document.info.title,
        operation,
        id,
        summary: operation.summary || id,
        samples: await samples(operation, origin),
        examples: exampleValues(operation),
        redocPage: operationPage(name, file),
        page: `operations/${file}.html`,
        guides: guides(operation),
      };
      // Redoc links to an operation by its id, and renders this node, so the additions go into the document itself.
      extend(operation.node as Node, reference);
      return reference;
    }),
  );
  return { name, published, document, operations };
}

function extend(node: Node, { id, operation, samples, page, guides }: OperationReference): void {
  node.operationId = id;
  // The page of the operation has the others, in tabs.
  node["x-codeSamples"] = samples.slice(0, 1).map(({ lang, source }) => ({ lang, source }));
  const links = [
    `[Static page and console](${page})`,
    `[Markdown](${page.replace(/html$/, "md")})`,
    ...guides.map(guideLink),
  ];
  const paragraphs = [
    node.description,
    facts(operation),
    leftOutNote(operation),
    originNote(operation, ""),
    links.join(" · "),
  ];
  node.description = paragraphs.filter(Boolean).join("\n\n");
}

/** One-line summary of an operation: method name, authentication, pagination, retries. */
export function facts({ id, auth, pagination, idempotent }: Operation): string {
  return [
    `Method \`${id}\``,
    {
      required: "token required",
      optional: "**token optional**: the operation also works without one",
      none: "no token",
    }[auth],
    ...(pagination ? ["paginated"] : []),
    idempotent ? "safe to retry" : "not safe to retry",
  ].join(" · ");
}

/** Names what client, samples and form leave out of an operation, as Markdown; the empty string if nothing is. */
export function leftOutNote({ leftOut }: Operation): string {
  return leftOut.map(({ where, what }) => `_Left out: ${where}, because ${what}._`).join("\n\n");
}

/** Notes the responses that chainkit defines, once per operation. */
export function originNote({ responses }: Operation, root: string): string {
  const own = responses.filter(({ node }) => node["x-origin"] === "chainkit");
  const statuses = own.map(({ status }) => status).join(", ");
  const noun = own.length === 1 ? "Response" : "Responses";
  const verb = own.length === 1 ? "is" : "are";
  return own.length === 0
    ? ""
    : `_${noun} ${statuses} ${verb} [defined by chainkit](${root}open-questions.html#question-22)._`;
}

function guideLink([name, title]: RelatedGuide): string {
  return `[${title}](guides/${name}.html)`;
}

/** Example values of required parameters and body fields, as used in the samples. */
function exampleValues({ parameters, body }: Operation): Record<string, unknown> {
  const required = parameters.filter((parameter) => parameter.required && !parameter.clientOption);
  const values = required.map(({ name, sample }) => [name, sampleOrNone(sample)] as const);
  const fields = body?.kind === "fields" ? sampleOrNone(body.sample) : undefined;
  return { ...Object.fromEntries(values), ...(fields as object | undefined) };
}

/** Returns an example, or undefined if none can be made up: the reader then enters a value. */
export function sampleOrNone(sample: () => unknown): unknown {
  try {
    return sample();
  } catch {
    return undefined;
  }
}

/**
 * Replaces server variables with their defaults: Redoc treats a URL that is only a variable as a path
 * relative to the page.
 *
 * @returns The URL of the first server.
 */
function resolveServers({ servers = [] }: RedocDocument): string {
  for (const server of servers) {
    server.url = server.url.replaceAll(
      /\{([^}]+)\}/g,
      (variable, name) => server.variables?.[name]?.default ?? variable,
    );
  }
  return servers[0]?.url ?? "";
}
