import "./policy.ts";
import { toggleScheme } from "@chainkit/look/scheme";
import { addConsole } from "./console.ts";
import { addCopyButtons } from "./copy.ts";
import { openSearch } from "./search.ts";
import { customize, exampleSettings, readSettings, type Settings } from "./settings.ts";
import { openSettings } from "./settings-dialog.ts";
import { addTabs } from "./tabs.ts";

const page = document.documentElement;

const originals = new WeakMap<Text, string>();

/**
 * Applies the settings to the code blocks of the page. Code of guides, which shows values and outputs of the
 * examples, calls the service that has them. Guides for operators stay as they are written: they configure
 * the reader's own service.
 */
function applySettings(settings: Settings): void {
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

function onClick(selector: string, listener: (button: HTMLButtonElement) => void): void {
  const button = document.querySelector<HTMLButtonElement>(selector);
  button?.addEventListener("click", () => listener(button));
}

onClick("button.scheme", toggleScheme);

function toggleMenu(button: HTMLButtonElement, open: boolean): void {
  button.setAttribute("aria-expanded", String(open));
  page.classList.toggle("menu-open", open);
}
onClick("button.menu", (button) => toggleMenu(button, !page.classList.contains("menu-open")));

onClick("button.search", openSearch);
onClick("button.settings", () =>
  openSettings((settings) => {
    // A console's policy cannot change after the page has loaded.
    if (page.dataset.console !== undefined) {
      location.reload();
    } else {
      applySettings(settings);
    }
  }),
);
const current = document.querySelector<HTMLElement>("#navigation [aria-current=page]");
const navigation = document.getElementById("navigation");
if (current && navigation) {
  // `scrollIntoView` would scroll the page, too.
  navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
}
applySettings(readSettings());
addTabs();
addConsole();
addCopyButtons();
for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-explorer]")) {
  const { explorerUrl } = globalThis.chainkitDefaults ?? {};
  link.hidden = !explorerUrl;
  link.href = explorerUrl ?? "";
}
markSection();
document.addEventListener(
  "keydown",
  (event) => {
    const typing = (event.target as Element).matches?.("input, select, textarea");
    const isShortcut = (event.key === "k" && (event.ctrlKey || event.metaKey)) || event.key === "/";
    const menu = document.querySelector<HTMLButtonElement>("button.menu[aria-expanded=true]");
    if (event.key === "Escape" && menu) {
      toggleMenu(menu, false);
      menu.focus();
    }
    if (!isShortcut || (event.key === "/" && typing)) {
      return;
    }
    event.preventDefault();
    openSearch();
  },
  true,
);

/** Marks the section that is read in the table of contents, or the operation in the navigation of Redoc's pages. */
function markSection(): void {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>(".toc a, .reference #navigation a[href*='#']"),
  ];
  const headings = links.map(({ hash }) =>
    document.getElementById(decodeURIComponent(hash.slice(1))),
  );
  const mark = () => {
    const passed = headings.filter(
      (heading) => heading && heading.getBoundingClientRect().top < 160,
    );
    const current = links[Math.max(0, passed.length - 1)];
    for (const link of links) {
      if (link === current) {
        link.setAttribute("aria-current", "true");
      } else {
        link.removeAttribute("aria-current");
      }
    }
  };
  document.addEventListener("scroll", mark, { passive: true });
  mark();
}
