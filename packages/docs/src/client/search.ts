import { ICONS } from "@chainkit/look/icons";
import { element } from "./dom.ts";
import type { Entry, Result } from "./entry.ts";
import { loadIndex, type Search, starts } from "./search-results.ts";

const root = document.documentElement.dataset.root ?? "";
let index: Promise<Search> | undefined;

const icon = (name: keyof typeof ICONS, className = "") =>
  `<svg class="icon ${className}" viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

const dialog = element("dialog", { class: "finder", "aria-label": "Search" });
dialog.innerHTML = `<label class="field">${icon("search")}<input type="search" role="combobox" aria-label="Search" aria-controls="found"
 aria-expanded="true" aria-autocomplete="list" autocomplete="off" spellcheck="false"
 placeholder="Search operations, fields and guides"><kbd>Esc</kbd></label>
<div class="results" id="found" role="listbox" aria-label="Results" tabindex="-1"></div>
<div class="hints"><span><kbd>↑</kbd> <kbd>↓</kbd> choose</span><span><kbd>↵</kbd> open</span><span role="status"></span></div>`;
const input = dialog.querySelector("input") as HTMLInputElement;
const list = dialog.querySelector("[role=listbox]") as HTMLElement;
const status = dialog.querySelector("[role=status]") as HTMLElement;

/** Opens the site search. */
export function openSearch(): void {
  if (dialog.open) {
    return;
  }
  document.body.append(dialog);
  index ??= loadIndex(root);
  dialog.showModal();
  input.select();
  void show();
}

async function show(): Promise<void> {
  const query = input.value.trim();
  const search = await index?.catch((error: Error) => {
    status.textContent = error.message;
  });
  if (!search || query !== input.value.trim()) {
    return;
  }
  const found = query ? search(query) : [];
  // The best result comes first, and with it its group.
  const groups = new Map<string, Result[]>();
  for (const result of found) {
    groups.set(result.kind, [...(groups.get(result.kind) ?? []), result]);
  }
  list.replaceChildren(...[...groups].map(group));
  if (found.length === 0) {
    list.append(...(query ? [nothing(query)] : []), group(["Good places to start", starts()]));
  }
  status.textContent = query ? `${found.length} result${found.length === 1 ? "" : "s"}` : "";
  select(options()[0]);
}

function nothing(query: string): HTMLElement {
  const title = element("strong", {}, `No results for “${query}”.`);
  const message = element("div", { class: "none", role: "presentation" }, title);
  message.insertAdjacentHTML(
    "beforeend",
    "<p>Search for an operation (<code>getBlock</code>), a field (<code>gas_used</code>) or a subject (<code>retry</code>).</p>",
  );
  return message;
}

let position = 0;

function group([title, results]: readonly [title: string, results: readonly Result[]]) {
  const id = `group-${title.replaceAll(/\W+/g, "-")}`;
  return element(
    "div",
    { role: "group", "aria-labelledby": id },
    element("p", { id, role: "presentation" }, title),
    ...results.map(option),
  );
}

function option({ title, group: context, href, text, kind, terms }: Result): HTMLElement {
  const place = { href: root + href, id: `found-${position++}`, tabindex: "-1", role: "option" };
  const link = element("a", place);
  const page = href.includes("#") ? "hash" : "document";
  const icons: Readonly<Record<Entry["kind"], keyof typeof ICONS>> = {
    Guides: page,
    Operations: "bolt",
    "Fields and parameters": "link",
    Project: page,
  };
  link.innerHTML = `${icon(icons[kind])}<strong></strong>${icon("enter", "enter")}<span></span>`;
  link
    .querySelector("strong")
    ?.append(...marked(title, terms), ...(context ? [element("small", {}, context)] : []));
  link.querySelector("span")?.append(...marked(excerpt(text, terms), terms));
  return link;
}

/** Characters of the text of a result. */
const LENGTH = 110;

/** Cuts the part of a text around the first of the terms, from the beginning of a word. */
function excerpt(text: string, terms: readonly string[]): string {
  const at = text.search(patternOf(terms));
  const from = at < LENGTH / 2 ? 0 : text.lastIndexOf(" ", at - LENGTH / 4) + 1;
  const part = text.slice(from, from + LENGTH);
  const isWhole = from + LENGTH >= text.length;
  return `${from > 0 ? "…" : ""}${isWhole ? part : `${part.replace(/\s+\S*$/, "")}…`}`;
}

/** Splits a text, with the terms in `<mark>` elements. */
function marked(text: string, terms: readonly string[]): (string | HTMLElement)[] {
  if (terms.length === 0) {
    return [text];
  }
  // A pattern with one group splits into texts and, at the odd places, terms.
  const parts = text.split(patternOf(terms));
  return parts.map((part, at) => (at % 2 === 0 ? part : element("mark", {}, part)));
}

function patternOf(terms: readonly string[]): RegExp {
  const words = [...terms]
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(${words.join("|")})`, "giu");
}

function options(): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[role=option]")];
}

function select(chosen: Element | undefined): void {
  for (const each of options()) {
    each.setAttribute("aria-selected", String(each === chosen));
  }
  input.setAttribute("aria-activedescendant", chosen?.id ?? "");
  chosen?.scrollIntoView({ block: "nearest" });
}

input.addEventListener("input", show);
// A link to another section of the same page does not close the dialog.
list.addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) {
    dialog.close();
  }
});
dialog.addEventListener("keydown", (event) => {
  // A search field would clear its text first, and close the dialog only at the second time.
  if (event.key === "Escape") {
    event.preventDefault();
    dialog.close();
    // Until the next paint the hidden field may keep the focus, and "/" would count as typed into it.
    input.blur();
  }
});
input.addEventListener("keydown", (event) => {
  const all = options();
  const at = all.findIndex((each) => each.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown") {
    select(all[(at + 1) % all.length]);
  } else if (event.key === "ArrowUp") {
    select(all.at(at - 1));
  } else if (event.key === "Enter") {
    all[at]?.click();
  } else {
    return;
  }
  event.preventDefault();
});
