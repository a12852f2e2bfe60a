import { addConsole } from "./console.ts";
import { renderRedoc } from "./redoc.ts";
import { addLanguageMenu, applySettings } from "./samples.ts";
import { openSearch } from "./search.ts";
import { readSettings } from "./settings.ts";
import { openSettings } from "./settings-dialog.ts";

const page = document.documentElement;

function on(selector: string, listener: (button: HTMLButtonElement) => void): void {
  const button = document.querySelector<HTMLButtonElement>(selector);
  button?.addEventListener("click", () => listener(button));
}

on("button.scheme", () => {
  const system = matchMedia("(prefers-color-scheme: dark)").matches;
  const dark = page.classList.contains("dark") || (system && !page.classList.contains("light"));
  page.classList.remove("light", "dark");
  page.classList.add(dark ? "light" : "dark");
  try {
    localStorage.setItem("redoc.colorMode", dark ? "light" : "dark");
  } catch {
    // The choice holds for this page.
  }
});

function toggleMenu(button: HTMLButtonElement, open: boolean): void {
  button.setAttribute("aria-expanded", String(open));
  page.classList.toggle("menu-open", open);
}
on("button.menu", (button) => toggleMenu(button, !page.classList.contains("menu-open")));

on("button.search", openSearch);
on("button.settings", () =>
  openSettings((settings) => {
    // The policy of a console and what Redoc has rendered are fixed once the page is loaded.
    if (page.dataset.console !== undefined || globalThis.chainkitReference) {
      location.reload();
    } else {
      applySettings(settings);
    }
  }),
);
renderRedoc();
applySettings(readSettings());
addLanguageMenu();
addConsole();
document.addEventListener(
  "keydown",
  (event) => {
    const typing = event.target instanceof HTMLInputElement;
    const wanted = (event.key === "k" && (event.ctrlKey || event.metaKey)) || event.key === "/";
    const menu = document.querySelector<HTMLButtonElement>("button.menu[aria-expanded=true]");
    if (event.key === "Escape" && menu) {
      toggleMenu(menu, false);
      menu.focus();
    }
    if (!wanted || (event.key === "/" && typing)) {
      return;
    }
    event.preventDefault();
    // Redoc's own search listens to the same keys.
    event.stopImmediatePropagation();
    openSearch();
  },
  true,
);

for (const block of document.querySelectorAll<HTMLElement>("div.code:not(.prints)")) {
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "copy";
  copy.textContent = "Copy";
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
    copy.textContent = "Copied";
    setTimeout(() => {
      copy.textContent = "Copy";
    }, 1500);
  });
  block.append(copy);
}
