import { customize, type Settings } from "./settings.ts";

const originals = new WeakMap<Text, string>();

/** Applies the settings to the code blocks of the page. */
export function applySettings(settings: Settings): void {
  for (const code of document.querySelectorAll<HTMLElement>("main .code code")) {
    const { operation, examples } = code.closest<HTMLElement>("[data-operation]")?.dataset ?? {};
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const original = originals.get(node) ?? node.data;
      originals.set(node, original);
      node.data = customize(original, settings, operation, JSON.parse(examples ?? "{}"));
    }
  }
}

const LABELS: Readonly<Record<string, string>> = {
  sh: "curl",
  ts: "TypeScript",
  js: "JavaScript",
  python: "Python",
};

/** Adds a language menu to the samples of an operation; the last choice is remembered. */
export function addLanguageMenu(): void {
  const heading = document.querySelector("[data-operation] h2#samples");
  const blocks: HTMLElement[] = [];
  let next = heading?.nextElementSibling;
  while (next instanceof HTMLElement && next.matches("div.code")) {
    blocks.push(next);
    next = next.nextElementSibling;
  }
  if (!heading || blocks.length < 2) {
    return;
  }
  const menu = document.createElement("div");
  menu.className = "languages";
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", "Language");
  const buttons = blocks.map((block) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = LABELS[block.dataset.language ?? ""] ?? "";
    button.addEventListener("click", () => {
      select(button);
      try {
        localStorage.setItem("chainkit.language", button.textContent ?? "");
      } catch {
        // Without storage, the choice applies to this page only.
      }
    });
    return button;
  });
  const select = (chosen: HTMLButtonElement) => {
    for (const [index, button] of buttons.entries()) {
      button.setAttribute("aria-pressed", String(button === chosen));
      (blocks[index] as HTMLElement).hidden = button !== chosen;
    }
  };
  menu.append(...buttons);
  heading.after(menu);
  let saved: string | null = null;
  try {
    saved = localStorage.getItem("chainkit.language");
  } catch {
    // Without storage, the first language is selected.
  }
  select(
    buttons.find(({ textContent }) => textContent === saved) ?? (buttons[0] as HTMLButtonElement),
  );
}
