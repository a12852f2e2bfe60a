/** Makes the copy buttons of the page work: those of code, of other texts, and of the whole page. */
export function addCopyButtons(): void {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>("button.copy");
    const label = button?.getAttributeNode("aria-label");
    if (button && label) {
      void copy(button, () => button.dataset.text ?? codeBeside(button), label);
    }
  });
  const button = document.querySelector<HTMLButtonElement>("button.copy-page");
  const link = button?.nextElementSibling as HTMLAnchorElement | undefined;
  // Pages that are opened from disk may not read files.
  if (button && link && location.protocol !== "file:") {
    button.hidden = false;
    const label = button.querySelector("span") as HTMLElement;
    button.addEventListener("click", () => copy(button, () => load(link.href), label));
  }
}

/** The code of the panel that is shown next to a button, without its output. */
function codeBeside(button: Element): string {
  const block = button.closest(".code");
  const panel = block?.querySelector("[role=tabpanel]:not([hidden])") ?? block;
  return panel?.querySelector("pre")?.textContent ?? "";
}

/** @param label The attribute or the element that names the button. */
async function copy(
  button: HTMLElement,
  text: () => string | Promise<string>,
  label: Node,
): Promise<void> {
  const before = label.textContent;
  if (before === "Copied" || before === "Not copied") {
    return;
  }
  // Browsers have no clipboard on pages from http:// other than those of this machine.
  const isCopied = await write(text).then(
    () => true,
    () => false,
  );
  label.textContent = isCopied ? "Copied" : "Not copied";
  button.toggleAttribute("data-copied", isCopied);
  setTimeout(() => {
    label.textContent = before;
    button.removeAttribute("data-copied");
  }, 1500);
}

/** Copies text that may still have to be loaded: Safari allows that only within `ClipboardItem`. */
async function write(text: () => string | Promise<string>): Promise<void> {
  const item = new ClipboardItem({ "text/plain": Promise.resolve(text()) });
  await navigator.clipboard.write([item]);
}

async function load(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`);
  }
  return response.text();
}
