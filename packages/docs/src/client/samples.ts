import { customize, exampleSettings, type Settings } from "./settings.ts";

const originals = new WeakMap<Text, string>();

/**
 * Applies the settings to the code blocks of the page. Code of guides, which shows values and outputs of the
 * examples, calls the service that has them. Guides for operators stay as they are written: they configure
 * the reader's own service.
 */
export function applySettings(settings: Settings): void {
  for (const code of document.querySelectorAll<HTMLElement>("main .code code, #redoc pre code")) {
    if (code.closest("[data-as-written]")) {
      continue;
    }
    const { operation, examples } = code.closest<HTMLElement>("[data-operation]")?.dataset ?? {};
    const own = operation === undefined ? exampleSettings(settings) : settings;
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const original = originals.get(node) ?? node.data;
      originals.set(node, original);
      node.data = customize(original, own, operation, JSON.parse(examples ?? "{}"));
    }
  }
}
