import { followSystemScheme } from "@chainkit/look/scheme";
import { loadScript } from "./load-script.ts";
import { makeAccessible } from "./redoc-access.ts";
import { customize, PLACEHOLDERS, readSettings } from "./settings.ts";

interface Reference {
  readonly definition: {
    readonly servers?: { url: string }[];
    readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  readonly options: object;
  readonly examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly "x-codeSamples"?: { source: string }[];
}

declare global {
  var chainkitReference: Reference | undefined;
  var chainkitRedoc:
    | ((definition: object, options: object, element: Element | null) => void)
    | undefined;
}

/** Renders the Redoc page. Settings are applied to the document, which its copy buttons copy. */
export async function renderRedoc(): Promise<void> {
  if (!globalThis.chainkitReference) {
    return;
  }
  if (!globalThis.chainkitRedoc) {
    // Not part of the page: its 2 MB would compete with the page, and delay the first paint.
    await loadScript("assets/redoc.js");
  }
  const { definition, options, examples } = globalThis.chainkitReference;
  const settings = readSettings();
  for (const server of definition.servers ?? []) {
    server.url = customize(server.url, settings);
  }
  for (const operation of Object.values(definition.paths ?? {}).flatMap((path) =>
    Object.values(path),
  )) {
    const { operationId: id = "", "x-codeSamples": samples = [] } = operation;
    for (const sample of samples) {
      sample.source = customize(sample.source, settings, id, examples[id]);
    }
  }
  document.addEventListener("copy", (event) => copyWithoutToken(event, settings.token), true);
  const element = document.getElementById("redoc");
  globalThis.chainkitRedoc?.(definition, options, element);
  if (element) {
    makeAccessible(element);
  }
  followSystemScheme();
  addEventListener("hashchange", markOperation);
  markOperation();
}

/** Marks the operation that is shown in the navigation; without one, the area. */
function markOperation(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("#navigation li a")];
  const here = links.filter(({ pathname }) => pathname === location.pathname);
  const current = here.find(({ hash }) => hash && location.hash.startsWith(hash)) ?? here[0];
  for (const link of here) {
    if (link === current) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
}

/** Replaces the reader's token where Redoc copies the document, samples included, for language models. */
function copyWithoutToken(event: ClipboardEvent, token: string): void {
  const text = String(getSelection());
  if (token && /^openapi: /m.test(text)) {
    event.clipboardData?.setData("text/plain", text.replaceAll(token, PLACEHOLDERS.token));
    event.preventDefault();
  }
}
