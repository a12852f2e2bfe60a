import { dirname, resolve, sep } from "node:path";
import { BaseResolver, type Source } from "@redocly/openapi-core";

/**
 * The texts of files by path, to be shared by resolvers. Parsed documents are not shared, because Redocly rewrites
 * the references in them.
 */
export type SourceCache = Map<string, Promise<Source>>;

/**
 * Reads the files of a document, and nothing else that it names: a `$ref` must not make its reader fetch a
 * URL or include a file of the machine.
 */
export class GuardedResolver extends BaseResolver {
  readonly #allowed: readonly string[];
  readonly #sources: SourceCache;

  /**
   * @param allowed Folders and URLs that may be read, with all below them.
   * @param sources Texts that were read before; those read are added.
   * @throws Error for a URL that is invalid.
   */
  constructor(allowed: readonly string[], sources: SourceCache = new Map()) {
    super({ http: { headers: [], customFetch: fetchWithoutRedirects } });
    const invalid = allowed.find((prefix) => isUrl(prefix) && !URL.canParse(prefix));
    if (invalid !== undefined) {
      throw new Error(`--allow-ref ${invalid} is not a valid URL`);
    }
    this.#allowed = allowed;
    this.#sources = sources;
  }

  override async loadExternalRef(reference: string): Promise<Source> {
    if (!this.#allowed.some((prefix) => isBelow(prefix, reference))) {
      const what = isUrl(reference) ? "a URL" : "a file outside of the document's folder";
      const folder = /^(https?:|[^:]*$)/.test(reference) ? folderOf(reference) : reference;
      throw new Error(
        `${reference} is ${what}, which is not read; to allow it: codegen --allow-ref ${folder}`,
      );
    }
    const source = this.#sources.get(reference) ?? super.loadExternalRef(reference);
    this.#sources.set(reference, source);
    return source;
  }
}

/** The folder of a document, by its path or URL. */
export function folderOf(file: string): string {
  return isUrl(file) ? new URL(".", file).href : dirname(resolve(file));
}

function isBelow(prefix: string, reference: string): boolean {
  if (isUrl(prefix) !== isUrl(reference)) {
    return false;
  }
  if (isUrl(prefix)) {
    const { href } = new URL(prefix);
    const target = new URL(reference).href;
    return target === href || target.startsWith(href.endsWith("/") ? href : `${href}/`);
  }
  const folder = resolve(prefix);
  const file = resolve(reference);
  return file === folder || file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isUrl(text: string): boolean {
  return /^(?:https?|file|data):/.test(text);
}

/** A redirect could lead anywhere. */
const fetchWithoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: "error" });
