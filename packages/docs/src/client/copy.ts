import { loadScript } from "./load-script.ts";

declare global {
  var chainkitMarkdown: string | undefined;
}

/** Creates a button that copies text and says so. */
export function copyButton(label: string, text: () => string | Promise<string>): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", async () => {
    button.textContent = await copy(text).then(
      () => "Copied",
      // Browsers have no clipboard on pages from http:// other than those of this machine.
      () => "Not copied",
    );
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
  return button;
}

/** Copies text that may still have to be loaded: Safari allows that only within `ClipboardItem`. */
async function copy(text: () => string | Promise<string>): Promise<void> {
  const item = new ClipboardItem({ "text/plain": Promise.resolve(text()) });
  await navigator.clipboard.write([item]);
}

/** Adds a button that copies the Markdown of the page, next to the link to it. */
export function addMarkdownCopy(): void {
  const link = document.querySelector<HTMLAnchorElement>(".formats a");
  link?.before(copyButton("Copy for LLM", () => loadMarkdown(`${link.href}.js`)));
}

async function loadMarkdown(url: string): Promise<string> {
  await loadScript(url);
  return globalThis.chainkitMarkdown ?? "";
}
