import "./policy.ts";
import { toggleScheme } from "@chainkit/look/scheme";
import { addConsole } from "./console.ts";
import { addMarkdownCopy, copyButton } from "./copy.ts";
import { renderRedoc } from "./redoc.ts";
import { addLanguageMenu, applySettings } from "./samples.ts";
import { openSearch } from "./search.ts";
import { readSettings } from "./settings.ts";
import { openSettings } from "./settings-dialog.ts";

const page = document.documentElement;

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
    // A console's policy and Redoc's rendering cannot change after the page has loaded.
    if (page.dataset.console !== undefined || globalThis.chainkitReference) {
      location.reload();
    } else {
      applySettings(settings);
    }
  }),
);
const current = document.querySelector<HTMLElement>("#navigation [aria-current]");
const navigation = document.getElementById("navigation");
if (current && navigation) {
  // `scrollIntoView` would scroll the page, too.
  navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
}
void renderRedoc();
applySettings(readSettings());
addLanguageMenu();
addConsole();
addMarkdownCopy();
document.addEventListener(
  "keydown",
  (event) => {
    const typing = event.target instanceof HTMLInputElement;
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
    // Redoc's own search uses the same keys.
    event.stopImmediatePropagation();
    openSearch();
  },
  true,
);

for (const block of document.querySelectorAll<HTMLElement>("div.code:not(.output)")) {
  const copy = copyButton("Copy", () => block.querySelector("code")?.textContent ?? "");
  copy.className = "copy";
  block.append(copy);
}
